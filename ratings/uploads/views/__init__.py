"""Pages of files of history."""
