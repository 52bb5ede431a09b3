"""The migrations of the tournaments' tables."""
