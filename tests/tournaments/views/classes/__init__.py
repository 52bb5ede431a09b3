"""Tests of `tournaments.views.classes`."""
