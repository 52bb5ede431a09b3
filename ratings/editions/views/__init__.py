"""Pages of editions."""
