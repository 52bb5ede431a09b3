"""Entry requests, and how pairing numbers were drawn."""
