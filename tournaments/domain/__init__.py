"""The operations of tournaments: each changes the database, or refuses to."""
