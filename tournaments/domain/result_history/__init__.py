"""Storing every change of a result, and taking it back."""
