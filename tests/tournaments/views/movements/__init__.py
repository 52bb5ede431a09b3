"""The rules committee confirms and rejects moves between classes."""
