"""Tests of `ratings.rules.scrabble`."""
