"""Rating lists: approved, published, shown and downloaded as files."""
