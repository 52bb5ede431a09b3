"""Pages of leagues: teams, line-ups, matches and the table."""
