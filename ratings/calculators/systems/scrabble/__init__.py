"""The calculator of the Scrabble rating."""
