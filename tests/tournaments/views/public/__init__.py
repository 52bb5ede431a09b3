"""What everybody reads of tournaments: start page, calendar, players and ratings."""
