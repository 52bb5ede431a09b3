"""Files of FIDE's lists."""
