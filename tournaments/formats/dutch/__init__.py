"""The Dutch system of FIDE: the pairing engine, its file, and its own process."""
