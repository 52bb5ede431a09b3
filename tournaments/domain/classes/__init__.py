"""Acts of the rules committee on the class of one player, beside class movements."""
