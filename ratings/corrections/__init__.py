"""Requests to correct one game."""
