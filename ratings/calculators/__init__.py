"""The working of every system, for people and for other programs."""
