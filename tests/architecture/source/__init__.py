"""Properties of the source itself: its sizes, and that all of it is reached."""
