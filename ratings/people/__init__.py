"""People as a reader may see them, and what the register changes on a list."""
