"""Merges of two cards of the register that belong to one person."""
