"""The management commands, by name."""
