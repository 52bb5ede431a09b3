"""Pages of docs/ that are written from the code, each by a command of its own."""
