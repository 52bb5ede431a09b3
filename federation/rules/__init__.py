"""The regulations as plain Python."""
