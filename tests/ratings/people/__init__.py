"""Tests of `ratings.people`."""
