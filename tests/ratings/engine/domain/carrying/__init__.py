"""Approved periods stay as they are, and what comes late is booked in the open one."""
