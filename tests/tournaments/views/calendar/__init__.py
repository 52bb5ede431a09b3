"""Tests of `tournaments.views.calendar`."""
