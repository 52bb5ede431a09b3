"""Tests of `ratings.editions.views`."""
