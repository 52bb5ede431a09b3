"""Tests of `ratings.board`."""
