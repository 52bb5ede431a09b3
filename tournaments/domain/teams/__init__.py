"""Team matches: teams, line-ups, and results that two captains agree on."""
