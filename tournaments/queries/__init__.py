"""Reads of tournaments for pages, files and operations."""
