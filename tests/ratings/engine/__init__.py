"""Tests of `ratings.engine`."""
