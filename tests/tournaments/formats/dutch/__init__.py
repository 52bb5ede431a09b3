"""Tests of `tournaments.formats.dutch`."""
