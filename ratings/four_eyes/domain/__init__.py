"""Acts and computations of proposals that need two people."""
