"""Importing a federation's history from files into the ledger."""
