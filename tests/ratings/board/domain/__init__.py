"""Tests of `ratings.board.domain`."""
