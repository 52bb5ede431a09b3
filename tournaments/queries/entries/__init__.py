"""Entries that players made themselves."""
