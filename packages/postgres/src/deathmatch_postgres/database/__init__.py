"""The store in a PostgreSQL, for many processes at once."""
