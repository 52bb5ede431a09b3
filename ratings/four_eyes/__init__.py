"""Acts that one person proposes and another agrees to."""
