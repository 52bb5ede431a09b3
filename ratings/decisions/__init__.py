"""Officers' decisions about ratings."""
