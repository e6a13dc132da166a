"""Deathmatch: play, host, adjudicate and study the Death Matches of `rules/`."""

__version__ = "0.1.0"
