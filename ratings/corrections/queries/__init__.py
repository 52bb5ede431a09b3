"""Questions about correction requests."""
