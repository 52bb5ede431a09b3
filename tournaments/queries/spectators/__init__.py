"""What spectators ask: whether anything has changed, one player's games, a big screen."""
