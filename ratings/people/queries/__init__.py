"""Questions about people."""
