"""Sections as tournament files of FIDE: read with what was announced, and written."""
