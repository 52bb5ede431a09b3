"""Acts and computations of editions."""
