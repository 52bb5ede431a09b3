"""The regulations of tournaments, as pure functions on plain data."""
