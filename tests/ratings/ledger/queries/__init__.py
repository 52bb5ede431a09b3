"""Tests of `ratings.ledger.queries`."""
