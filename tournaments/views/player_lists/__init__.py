"""Lists of players from elsewhere: pasted, and from tournament files."""
