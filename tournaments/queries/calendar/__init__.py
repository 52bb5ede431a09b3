"""The calendar of tournaments."""
