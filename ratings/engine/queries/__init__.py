"""Queries about the engine."""
