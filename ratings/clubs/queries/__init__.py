"""Questions about clubs."""
