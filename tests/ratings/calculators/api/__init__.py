"""Tests of `ratings.calculators.api`."""
