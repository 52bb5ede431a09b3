"""Tests of `ratings.corrections.views`."""
