"""Acts and computations of the board."""
