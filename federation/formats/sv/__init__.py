"""How Swedish writes days and numbers here."""
