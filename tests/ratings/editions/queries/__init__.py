"""Tests of `ratings.editions.queries`."""
