"""Tests of `ratings.uploads.views`."""
