"""Tests of `ratings.decisions.views`."""
