"""The calculators' API for other programs."""
