"""Tests of `ratings.laboratory.views`."""
