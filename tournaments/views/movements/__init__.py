"""Pages of the rules committee: class movements, their batches, and stepping down."""
