"""Tests of `ratings.uploads`."""
