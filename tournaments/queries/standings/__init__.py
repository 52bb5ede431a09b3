"""The table of standings: its cells, and tie-breaks with their working."""
