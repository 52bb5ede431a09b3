"""Tests of `tournaments.rules`."""
