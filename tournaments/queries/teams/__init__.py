"""A league and its matches as a reader may see them."""
