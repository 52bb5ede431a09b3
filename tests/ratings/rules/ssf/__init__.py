"""Tests of `ratings.rules.ssf`."""
