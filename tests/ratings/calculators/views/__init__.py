"""Tests of `ratings.calculators.views`."""
