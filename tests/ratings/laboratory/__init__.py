"""Tests of `ratings.laboratory`."""
