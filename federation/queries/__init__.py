"""Reads of the register for pages, letters and acts."""
