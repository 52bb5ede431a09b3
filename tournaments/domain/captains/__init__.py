"""Letters to the captains of teams."""
