"""The demo federation and the management commands of tournaments."""
