"""Pages of the calculators."""
