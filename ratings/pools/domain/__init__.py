"""Acts and computations of pools."""
