"""The demo: an invented federation, and what is played in it."""
