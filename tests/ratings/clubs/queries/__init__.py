"""Tests of `ratings.clubs.queries`."""
