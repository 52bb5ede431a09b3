"""The documents, and the measurements of `bench/`, against what is there."""
