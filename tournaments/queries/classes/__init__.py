"""The class of one player, as the rules committee looks at it."""
