"""The documents and the measurements of `bench/` match the code."""
