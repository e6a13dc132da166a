"""The game inside Discord: a client of a server's HTTP API (docs/discord.md). It knows no rules and nothing of the server's inside."""
