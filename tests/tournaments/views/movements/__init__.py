"""The rules committee confirms and rejects class movements."""
