"""Single rating systems through the engine, from the ledger to the ratings."""
