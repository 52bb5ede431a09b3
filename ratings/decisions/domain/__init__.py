"""Acts and computations of decisions."""
