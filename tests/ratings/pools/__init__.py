"""Tests of `ratings.pools`."""
