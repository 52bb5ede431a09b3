"""Tests of `ratings.lists.domain`."""
