"""The class of one player: where somebody starts in another class."""
