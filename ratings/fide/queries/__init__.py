"""Questions about FIDE's lists."""
