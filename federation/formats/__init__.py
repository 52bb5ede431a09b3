"""How dates and numbers are written, in each language."""
