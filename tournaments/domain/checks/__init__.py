"""The checks before a submission, in groups: each finds things of some kinds."""
