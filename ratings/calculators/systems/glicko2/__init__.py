"""The calculator of Glicko-2."""
