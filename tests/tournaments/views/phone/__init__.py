"""Tests of `tournaments.views.phone`."""
