"""Tests of `ratings.players`."""
