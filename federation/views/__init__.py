"""Pages of the register, of accounts and of the office itself."""
