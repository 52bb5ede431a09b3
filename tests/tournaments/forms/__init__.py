"""Tests of `tournaments.forms`."""
