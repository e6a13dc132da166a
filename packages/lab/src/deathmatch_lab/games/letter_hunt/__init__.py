"""The laboratory's additions to one game."""
