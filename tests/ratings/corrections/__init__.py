"""Tests of `ratings.corrections`."""
