"""Files of rating lists."""
