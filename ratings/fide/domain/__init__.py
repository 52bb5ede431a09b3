"""Commands and computations of FIDE's lists."""
