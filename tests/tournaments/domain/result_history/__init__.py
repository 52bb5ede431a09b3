"""Tests of `tournaments.domain.result_history`."""
