"""The ledger, the rating systems, computation, lists and their approval."""
