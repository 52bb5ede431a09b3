"""From the ledger to ratings: damage, steps, incremental run and replay."""
