"""Tests of `ratings.returns.views`."""
