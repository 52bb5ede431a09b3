"""Changes of results: which are kept, and how an organiser reads them."""
