"""Deathmatch on more than one machine: a store in PostgreSQL, many processes, workers elsewhere."""
