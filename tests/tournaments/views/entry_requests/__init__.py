"""Players enter themselves, wait, and are answered."""
