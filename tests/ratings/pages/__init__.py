"""Tests of `ratings.pages`."""
