"""People as a reader may see them, and changes of the register that affect lists."""
