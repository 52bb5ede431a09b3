"""English formats of dates and numbers."""
