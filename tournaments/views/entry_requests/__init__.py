"""Players enter sections themselves, and organisers answer their requests."""
