"""Tests of `tournaments.queries.teams`."""
