"""Team matches: the table of a league, and the order of a line-up."""
