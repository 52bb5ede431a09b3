"""Glicko-2, after Glickman's example of 2022."""
