"""Pages of earlier lists."""
