"""Tests of `ratings.fide.domain`."""
