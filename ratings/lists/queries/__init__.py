"""Questions about rating lists."""
