"""Questions about the laboratory."""
