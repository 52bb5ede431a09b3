"""Tests of `ratings.engine.queries`."""
