"""Forms that validate what users type; none of them writes to the database."""
