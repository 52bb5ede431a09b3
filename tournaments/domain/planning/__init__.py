"""Creating, changing, removing and cancelling tournaments and their sections."""
