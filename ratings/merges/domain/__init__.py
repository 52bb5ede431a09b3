"""Acts and computations of merges."""
