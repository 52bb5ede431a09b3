"""Template tags and filters for ratings."""
