"""Tests of `ratings.laboratory.domain`."""
