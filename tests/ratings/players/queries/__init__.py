"""Tests of `ratings.players.queries`."""
