"""Questions about decisions."""
