"""Changes of results: the stored ones, and how an organiser reads them."""
