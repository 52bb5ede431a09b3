"""Lists of players from and for other programs: pasted lists, and tournament files."""
