"""Which system with which numbers rates a pool from when."""
