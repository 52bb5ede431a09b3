"""Tests of `tournaments.views.spectators`."""
