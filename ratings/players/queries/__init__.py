"""Questions about players."""
