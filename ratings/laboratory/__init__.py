"""A pool's history under other rules."""
