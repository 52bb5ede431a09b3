"""What a table of standings shows: its cells, and tie-breaks with their working."""
