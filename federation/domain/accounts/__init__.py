"""Accounts: who may sign in, with which roles, and how an account ends."""
