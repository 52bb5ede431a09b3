"""The class in which a player starts, if it is not the player's own."""
