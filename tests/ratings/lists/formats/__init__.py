"""Tests of `ratings.lists.formats`."""
