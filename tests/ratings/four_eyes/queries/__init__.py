"""Tests of `ratings.four_eyes.queries`."""
