"""The clubs' annual returns to LASK, and its ledger sheets."""
