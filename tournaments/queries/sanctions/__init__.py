"""Sanctions: applications, decisions and payments."""
