"""Tests of `ratings.files`."""
