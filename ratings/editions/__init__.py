"""Which system rates a pool with which parameters, and from which day."""
