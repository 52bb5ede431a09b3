"""Tests of `ratings.engine.views`."""
