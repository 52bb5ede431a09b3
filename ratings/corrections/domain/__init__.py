"""Acts and computations of correction requests."""
