"""Tests of `tournaments.views.teams`."""
