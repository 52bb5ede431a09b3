"""Rounds paired one at a time: pure functions, giving a round with its reasons."""
