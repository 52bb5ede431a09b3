"""Accounts: who may come in, by which roles, and how somebody goes."""
