"""Pages of the rules committee: class movements, their batches, stepping down."""
