"""The laboratory's additions to each game, a folder for each."""
