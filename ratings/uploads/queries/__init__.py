"""Queries about files of history."""
