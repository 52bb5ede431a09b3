"""Refusals in words, by subject."""
