"""Tests of `ratings.fide.formats`."""
