"""The rating of the Swedish Scrabble federation."""
