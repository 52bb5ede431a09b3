"""Questions about pools."""
