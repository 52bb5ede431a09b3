"""Tests of `tournaments.domain.sanctions`."""
