"""Lists of players from elsewhere and for elsewhere: pasted, and tournament files."""
