"""What a step counts, reads and stores."""
