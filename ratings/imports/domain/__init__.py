"""Acts and computations of imported history."""
