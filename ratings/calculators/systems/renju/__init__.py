"""The calculator of renju levels."""
