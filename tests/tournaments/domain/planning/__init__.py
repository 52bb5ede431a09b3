"""Tests of `tournaments.domain.planning`."""
