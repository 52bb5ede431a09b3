"""Pages of FIDE's lists."""
