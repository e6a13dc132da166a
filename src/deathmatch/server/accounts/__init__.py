"""Accounts as values, and the ceremonies that open them. Nobody needs one (docs/playing.md)."""
