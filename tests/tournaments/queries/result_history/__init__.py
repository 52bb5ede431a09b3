"""Tests of `tournaments.queries.result_history`."""
