"""Tests of `ratings.review`."""
