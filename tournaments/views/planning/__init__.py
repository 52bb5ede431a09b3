"""The organiser's pages: a tournament, its sections, their players and the start."""
