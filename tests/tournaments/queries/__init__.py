"""Tests of `tournaments.queries`."""
