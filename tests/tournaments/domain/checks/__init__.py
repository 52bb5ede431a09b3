"""Tests of `tournaments.domain.checks`."""
