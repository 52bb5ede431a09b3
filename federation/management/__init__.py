"""Commands for the operators of the office."""
