"""What spectators see: whether anything has changed, one player's games, the big
screen.
"""
