"""Pages of the engine."""
