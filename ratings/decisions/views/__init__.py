"""Pages of decisions."""
