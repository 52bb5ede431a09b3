"""Experiments: a pool's history rated under other rules."""
