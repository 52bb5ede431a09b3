"""PostgreSQL as Django speaks with it, and what it writes moves the shared pages."""
