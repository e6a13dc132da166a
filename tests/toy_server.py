"""The program with the toy game among the others: `python -m tests.toy_server serve --port PORT --data FOLDER`."""

from __future__ import annotations

from deathmatch import games

games.GAMES["toy"] = "tests.toy"  # in the processes of its bots and advisors too, for they begin by reading this file

if __name__ == "__main__":
    from deathmatch.cli.main import main

    main()
