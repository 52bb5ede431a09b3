"""What search engines may read, and where it is."""
