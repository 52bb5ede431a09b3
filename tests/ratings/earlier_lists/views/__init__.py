"""Tests of `ratings.earlier_lists.views`."""
