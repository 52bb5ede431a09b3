"""Tests of `tournaments.domain.rounds`."""
