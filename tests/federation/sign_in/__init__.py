"""Tests of signing in and out, changing addresses, and the events that are noted."""
