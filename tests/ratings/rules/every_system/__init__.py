"""What holds in every rating system: steps, predictions, numbers, explanations."""
