"""Sanctions: applied for, answered, and paid for."""
