"""Acts and computations of FIDE's lists."""
