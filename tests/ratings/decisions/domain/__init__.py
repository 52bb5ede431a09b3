"""Tests of `ratings.decisions.domain`."""
