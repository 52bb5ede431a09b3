"""The rating system of Lunds ASK, 1970: the ledger of a season."""
