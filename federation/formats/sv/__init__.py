"""Swedish formats of dates and numbers."""
