"""The organiser's pages: a tournament, its sections, the players in them, their start."""
