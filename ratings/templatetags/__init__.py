"""Tags and filters that write ratings."""
