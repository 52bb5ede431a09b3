"""Tests of `ratings.fide.views`."""
