"""The store in a PostgreSQL, for many processes at once. It needs the extra `deathmatch[postgres]`."""
