"""Whole stories in a real browser, with real servers and workers."""
