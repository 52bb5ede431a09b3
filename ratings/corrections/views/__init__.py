"""Pages of correction requests."""
