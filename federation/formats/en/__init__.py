"""How English writes days and numbers here."""
