"""What a user of a phone code sees, and the codes that a section has given out."""
