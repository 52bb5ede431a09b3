"""Tests of `tournaments.domain.movements`."""
