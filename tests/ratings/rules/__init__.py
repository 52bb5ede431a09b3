"""Tests of `ratings.rules`."""
