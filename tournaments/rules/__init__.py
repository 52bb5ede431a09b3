"""The regulations of tournaments: plain data in, plain data out."""
