"""A federation's history, read from files and written into the ledger."""
