"""Properties of every page of the office, for users of every role."""
