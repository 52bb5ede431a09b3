"""Acts and computations of the engine."""
