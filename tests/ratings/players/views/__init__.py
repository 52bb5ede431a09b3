"""Tests of `ratings.players.views`."""
