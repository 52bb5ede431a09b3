"""Pages of members: the list, a card, and what is changed on it."""
