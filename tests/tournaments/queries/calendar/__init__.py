"""Tests of `tournaments.queries.calendar`."""
