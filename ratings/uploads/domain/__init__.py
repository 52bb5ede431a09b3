"""Acts and computations of files of history."""
