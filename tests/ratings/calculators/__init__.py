"""Tests of `ratings.calculators`."""
