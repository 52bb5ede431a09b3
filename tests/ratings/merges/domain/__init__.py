"""Tests of `ratings.merges.domain`."""
