"""Data that are shown to no one, or only to those concerned."""
