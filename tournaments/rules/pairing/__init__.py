"""Rounds paired one at a time: plain data in, a round with its reasons out."""
