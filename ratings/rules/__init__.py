"""The rating systems as plain computation on columns.

Nothing here knows of a database, a request or the clock. Every system takes the
same columns (`ratings.rules.step`) and is found by name (`ratings.rules.systems`).
"""
