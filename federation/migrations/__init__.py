"""The migrations of the register's tables."""
