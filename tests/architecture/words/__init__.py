"""Properties of the words and numbers that users read and write."""
