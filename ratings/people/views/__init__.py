"""Parts shared by pages about people."""
