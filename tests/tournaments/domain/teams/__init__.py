"""Tests of `tournaments.domain.teams`."""
