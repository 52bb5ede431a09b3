"""The forms of the register's pages."""
