"""The texts of the rating systems."""
