"""Complete workflows in a real browser, with real servers and workers."""
