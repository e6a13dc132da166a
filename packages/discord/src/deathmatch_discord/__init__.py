"""Deathmatch in Discord: the front end, and signing in with Discord."""
