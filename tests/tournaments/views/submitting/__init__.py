"""Submitting results, and correcting returned ones."""
