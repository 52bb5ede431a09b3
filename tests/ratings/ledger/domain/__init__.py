"""Tests of `ratings.ledger.domain`."""
