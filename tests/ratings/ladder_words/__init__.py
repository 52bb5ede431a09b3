"""The texts of the added rating system in `another`."""
