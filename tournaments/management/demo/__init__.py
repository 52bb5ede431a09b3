"""The demo: an invented federation, and the tournaments played in it."""
