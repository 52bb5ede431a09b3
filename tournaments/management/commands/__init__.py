"""The commands, by name."""
