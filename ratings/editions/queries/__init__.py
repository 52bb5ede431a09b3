"""Questions about editions."""
