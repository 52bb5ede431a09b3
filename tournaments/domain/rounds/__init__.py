"""Pairing rounds: boards, proposals stored with reasons, and players kept apart."""
