"""Codes for entering results on a telephone, without an account."""
