"""Pages of rating lists."""
