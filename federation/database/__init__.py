"""Django's connection to PostgreSQL, which moves the numbers of the shared pages on a
commit.
"""
