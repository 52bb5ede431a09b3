"""Tests of `ratings.four_eyes`."""
