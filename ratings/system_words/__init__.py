"""The texts of the rating systems for pages and letters: a module for each system."""
