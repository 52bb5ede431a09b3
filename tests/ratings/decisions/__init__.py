"""Tests of `ratings.decisions`."""
