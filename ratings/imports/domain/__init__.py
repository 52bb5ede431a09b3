"""Commands and computations of imported history."""
