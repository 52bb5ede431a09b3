"""Acts and computations of the laboratory."""
