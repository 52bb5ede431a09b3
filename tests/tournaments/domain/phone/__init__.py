"""Tests of `tournaments.domain.phone`."""
