"""Calculators for every rating system, as pages and as an API."""
