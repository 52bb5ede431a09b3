"""Tie-breaks of SSF, NSF and FIDE by their editions, each value with its working."""
