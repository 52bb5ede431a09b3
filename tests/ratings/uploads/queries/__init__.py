"""Tests of `ratings.uploads.queries`."""
