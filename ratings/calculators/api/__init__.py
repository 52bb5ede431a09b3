"""The calculators as other programs ask them."""
