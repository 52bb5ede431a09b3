"""Tests of `tournaments.formats`."""
