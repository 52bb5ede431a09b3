"""Pages that spectators keep open while a tournament is played."""
