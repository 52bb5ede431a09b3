"""Tests of `ratings.fide.queries`."""
