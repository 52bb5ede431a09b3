"""What is left to play of tournaments under way."""
