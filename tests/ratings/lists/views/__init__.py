"""Tests of `ratings.lists.views`."""
