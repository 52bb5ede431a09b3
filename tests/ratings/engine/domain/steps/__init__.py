"""What a step counts, knows and keeps."""
