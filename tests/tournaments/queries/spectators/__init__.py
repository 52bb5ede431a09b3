"""Tests of `tournaments.queries.spectators`."""
