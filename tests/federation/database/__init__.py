"""Tests of the database's roles and sessions, and of COPY."""
