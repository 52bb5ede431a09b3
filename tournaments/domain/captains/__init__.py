"""What the captains of teams are told."""
