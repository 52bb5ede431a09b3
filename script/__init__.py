"""The commands a person types, and what they share. Standard library only: everything here
runs before the first package is installed, but what writes documents, pictures and
translations.
"""
