"""Questions about earlier lists."""
