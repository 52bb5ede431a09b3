"""Acts and computations of what two people agree on."""
