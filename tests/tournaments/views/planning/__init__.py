"""A tournament until its sections are started, and what calling it off loses."""
