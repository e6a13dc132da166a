"""The sizes of the games, counted: `python -m research.count_games` prints the table of docs/games.md."""
