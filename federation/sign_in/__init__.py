"""Signing in: its rules, sessions, second factors and their secrets."""
