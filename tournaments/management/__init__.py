"""The demo federation and the command that plays it."""
