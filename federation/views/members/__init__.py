"""Pages of members: the list, a card, and how it is edited."""
