"""Tests of `ratings.rules.glicko2`."""
