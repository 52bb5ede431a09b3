"""Tests of `tournaments.rules.sanctions`."""
