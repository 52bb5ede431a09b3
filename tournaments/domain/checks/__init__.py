"""The checks before a submission, one module for each group of finding kinds."""
