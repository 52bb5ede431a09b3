"""Tests of `ratings.editions`."""
