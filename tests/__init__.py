"""The tests: a folder for each part of the product, and `architecture` for the whole."""
