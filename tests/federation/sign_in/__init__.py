"""Signing in and out, new addresses, and what is noted of them."""
