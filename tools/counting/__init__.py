"""The sizes of the games, counted: `python -m tools.count_games` prints the table of docs/games.md."""
