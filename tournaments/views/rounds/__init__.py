"""The boards of a round, how it was paired, and players who are kept apart."""
