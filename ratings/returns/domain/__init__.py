"""Acts and computations of annual returns."""
