"""Acts and computations of rating lists."""
