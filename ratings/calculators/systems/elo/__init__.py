"""The calculator of Elo."""
