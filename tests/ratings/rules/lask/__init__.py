"""Tests of `ratings.rules.lask`."""
