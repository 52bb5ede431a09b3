"""Entries of a section, and how the organiser makes them."""
