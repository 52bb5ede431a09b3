"""Tests of `ratings.corrections.queries`."""
