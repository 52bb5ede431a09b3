"""What people type, checked; nothing is written from here."""
