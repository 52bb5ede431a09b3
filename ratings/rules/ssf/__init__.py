"""The rating system of the Swedish chess federation, edition of 2008."""
