"""Tournament files of FIDE, line by line: players, games, days, and what is odd in them."""
