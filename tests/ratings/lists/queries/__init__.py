"""Tests of `ratings.lists.queries`."""
