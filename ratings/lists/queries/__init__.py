"""Queries about rating lists."""
