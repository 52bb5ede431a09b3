"""The tests: folders of the product, and of what is asked of the whole of it."""
