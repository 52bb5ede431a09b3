"""The boards of a round, how it was paired, and who is kept apart."""
