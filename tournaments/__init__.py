"""Sections, entries, results, standings, submission and class movements."""
