"""The bots of all games: the registry, and the arena that plays them against each other."""
