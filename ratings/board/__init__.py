"""High levels that the board of the federation decides."""
