"""The Dutch system of FIDE: the engine that pairs, its file, and its own process."""
