"""Tests of `tournaments.domain.calendar`."""
