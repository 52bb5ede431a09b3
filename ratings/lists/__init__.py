"""Rating lists: approved, published, shown and taken away as files."""
