"""FIDE's monthly lists, and their ratings next to ours."""
