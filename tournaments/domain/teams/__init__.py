"""Matches of teams: teams, line-ups, results that two captains agree on."""
