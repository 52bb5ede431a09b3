"""What one person proposes and another agrees to."""
