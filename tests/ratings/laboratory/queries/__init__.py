"""Tests of `ratings.laboratory.queries`."""
