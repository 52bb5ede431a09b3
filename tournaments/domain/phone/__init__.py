"""Codes by which results are entered on a telephone, without an account."""
