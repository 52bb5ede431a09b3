"""FIDE's tournament files (TRF): players, games and days, and findings about them."""
