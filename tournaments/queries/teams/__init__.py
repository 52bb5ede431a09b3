"""Leagues and their matches as a reader may see them."""
