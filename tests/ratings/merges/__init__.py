"""Tests of `ratings.merges`."""
