"""Pages of merges."""
