"""Tests of `ratings.decisions.queries`."""
