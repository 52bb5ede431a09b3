"""What people write into the register's pages, made sense of."""
