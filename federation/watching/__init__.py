"""Monitoring of the office: figures, numbered log lines, signs of life."""
