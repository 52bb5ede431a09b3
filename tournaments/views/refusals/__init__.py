"""Reasons for refusals in words, by subject."""
