"""Tests of `ratings.uploads.domain`."""
