"""Tests of `ratings.returns`."""
