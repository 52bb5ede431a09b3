"""Questions about the ledger."""
