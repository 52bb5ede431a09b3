"""Players enter sections themselves, and organisers answer them."""
