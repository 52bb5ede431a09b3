"""Tests of `tournaments.queries.rounds`."""
