"""The bots of all games: their registry, and the processes in which they think."""
