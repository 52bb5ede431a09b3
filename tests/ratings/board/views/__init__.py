"""Tests of `ratings.board.views`."""
