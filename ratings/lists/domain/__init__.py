"""Commands and computations of rating lists."""
