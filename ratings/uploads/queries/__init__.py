"""Questions about files of history."""
