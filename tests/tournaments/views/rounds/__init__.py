"""Rounds: pairing them, their boards, and their printed pages."""
