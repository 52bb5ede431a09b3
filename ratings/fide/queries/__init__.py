"""Queries about FIDE's lists."""
