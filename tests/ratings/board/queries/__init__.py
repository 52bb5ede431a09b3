"""Tests of `ratings.board.queries`."""
