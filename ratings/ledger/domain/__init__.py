"""Acts and computations of the ledger."""
