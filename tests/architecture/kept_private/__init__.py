"""What is told to nobody, or to those concerned alone."""
