"""Signing in: the rules of the sign-in, sessions, second factors and their secrets."""
