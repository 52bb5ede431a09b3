"""Tests of `ratings.earlier_lists.formats`."""
