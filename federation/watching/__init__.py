"""Monitoring of the office: figures, numbered log lines, heartbeats."""
