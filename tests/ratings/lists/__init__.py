"""Tests of `ratings.lists`."""
