"""Tests of `tournaments.formats.trf`."""
