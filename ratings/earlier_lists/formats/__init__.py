"""Files of earlier lists."""
