"""The migrations of the ratings' tables."""
