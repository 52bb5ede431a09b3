"""What is asked of every page of the office, whoever asks."""
