"""Questions about annual returns."""
