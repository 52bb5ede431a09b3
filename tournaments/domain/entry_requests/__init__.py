"""Places in a section: requesting, granting, waiting for and leaving them."""
