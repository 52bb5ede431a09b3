"""Tests of `ratings.fide`."""
