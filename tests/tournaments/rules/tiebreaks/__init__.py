"""Tests of `tournaments.rules.tiebreaks`."""
