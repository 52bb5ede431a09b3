"""Tests of `ratings.rules.elo`."""
