"""Tests of `ratings.merges.queries`."""
