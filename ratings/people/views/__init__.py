"""What pages about people have in common."""
