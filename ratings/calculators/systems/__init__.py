"""The calculators of single rating systems: their pages, and what programs ask and get."""
