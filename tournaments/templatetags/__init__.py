"""Tags for the pages of tournaments."""
