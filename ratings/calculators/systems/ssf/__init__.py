"""The calculator of the SSF rating."""
