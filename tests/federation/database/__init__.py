"""What the office asks of its database's roles and sessions."""
