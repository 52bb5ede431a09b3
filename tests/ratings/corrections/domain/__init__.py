"""Tests of `ratings.corrections.domain`."""
