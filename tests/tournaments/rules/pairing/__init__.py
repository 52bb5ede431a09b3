"""Tests of `tournaments.rules.pairing`."""
