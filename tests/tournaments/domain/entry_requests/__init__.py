"""Tests of `tournaments.domain.entry_requests`."""
