"""Tests of `tournaments.rules.classes`."""
