"""Tests of `ratings.editions.domain`."""
