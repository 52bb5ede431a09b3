"""A tournament until its sections are started, and what is lost when it is cancelled."""
