"""Pages of annual returns."""
