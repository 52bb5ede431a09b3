"""Commands and computations of files of history."""
