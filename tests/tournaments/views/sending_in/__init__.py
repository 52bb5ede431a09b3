"""Sending results in, and mending what was returned."""
