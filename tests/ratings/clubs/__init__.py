"""Tests of `ratings.clubs`."""
