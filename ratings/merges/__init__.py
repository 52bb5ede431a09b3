"""Two cards of the register that are one person."""
