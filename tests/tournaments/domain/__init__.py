"""Tests of `tournaments.domain`."""
