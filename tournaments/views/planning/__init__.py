"""Pages of an organiser: a tournament, its sections, who plays in them, and their start."""
