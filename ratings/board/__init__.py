"""High levels that the board decides."""
