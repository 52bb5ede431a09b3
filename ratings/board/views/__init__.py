"""Pages of the board."""
