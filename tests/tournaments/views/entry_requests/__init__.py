"""Players enter themselves, wait, and get answers."""
