"""Lists of players from elsewhere: pasted lists and tournament files."""
