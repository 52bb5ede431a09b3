"""The acts of the office."""
