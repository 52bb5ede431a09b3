"""Importing FIDE's monthly lists, and showing their ratings next to ours."""
