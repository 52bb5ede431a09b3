"""What acts of the office check before they do anything."""
