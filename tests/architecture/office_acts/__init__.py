"""What acts of the office ask before they do anything."""
