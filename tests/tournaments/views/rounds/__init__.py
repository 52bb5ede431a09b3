"""Rounds: pairing them, their boards, and their papers."""
