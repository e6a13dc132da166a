"""Tables in memory: the one task that owns each, those who listen to it, its bots, and the lobby that finds it."""
