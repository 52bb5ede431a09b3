"""Pages of tournaments and of class movements."""
