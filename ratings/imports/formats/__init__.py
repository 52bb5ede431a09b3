"""Files of imported history."""
