"""Clubs and districts with the ratings of their members."""
