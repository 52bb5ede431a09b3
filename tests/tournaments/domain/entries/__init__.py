"""Tests of `tournaments.domain.entries`."""
