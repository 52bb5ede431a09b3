"""Tests of `tournaments.queries.sanctions`."""
