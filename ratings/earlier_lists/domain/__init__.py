"""Acts and computations of earlier lists."""
