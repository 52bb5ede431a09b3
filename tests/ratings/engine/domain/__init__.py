"""Tests of `ratings.engine.domain`."""
