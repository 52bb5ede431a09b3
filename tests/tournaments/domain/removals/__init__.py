"""Tests of `tournaments.domain.removals`."""
