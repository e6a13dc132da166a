"""A table as a value: its log, everything that can be done at it, and its looks. Loading it loads every kind of entry and command."""

from deathmatch.server.table import decide, forgetting, ruling

__all__ = ["decide", "forgetting", "ruling"]
