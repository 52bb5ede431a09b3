"""Tests of `tournaments.views.player_lists`."""
