"""Tests of `ratings.clubs.views`."""
