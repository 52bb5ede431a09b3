"""A player's pages: ratings, explanations, opponents."""
