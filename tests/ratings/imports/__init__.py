"""Tests of `ratings.imports`."""
