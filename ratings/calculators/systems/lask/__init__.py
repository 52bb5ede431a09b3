"""The calculator of LASK."""
