"""Tests of `ratings.rules.renju`."""
