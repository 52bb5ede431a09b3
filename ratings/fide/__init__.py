"""FIDE's monthly lists, and their ratings beside ours."""
