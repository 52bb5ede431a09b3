"""Public pages of tournaments: start page, calendar, players and ratings."""
