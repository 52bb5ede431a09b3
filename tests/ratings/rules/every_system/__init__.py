"""Properties of every rating system: steps, predictions, numbers, explanations."""
