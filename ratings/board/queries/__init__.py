"""Questions about the board."""
