"""Tests of `ratings.earlier_lists.queries`."""
