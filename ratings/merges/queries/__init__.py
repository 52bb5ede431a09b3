"""Questions about merges."""
