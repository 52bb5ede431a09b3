"""Tests of `ratings.pages.views`."""
