"""Tests of `tournaments.views.sanctions`."""
