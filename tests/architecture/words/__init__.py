"""What holds of the words and numbers that people read and write."""
