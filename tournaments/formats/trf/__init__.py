"""Sections as tournament files of FIDE (TRF): read with what was announced, and
written.
"""
