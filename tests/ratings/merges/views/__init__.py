"""Tests of `ratings.merges.views`."""
