"""Sanctions: applying for them, answering, and paying."""
