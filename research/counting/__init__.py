"""The sizes of the games, counted: `python -m research.count_games` prints the table of packages/lab/docs/games.md."""
