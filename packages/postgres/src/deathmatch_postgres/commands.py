"""The commands of operators in the list of all commands; they lie in `operating.py`, which the list does not load."""

from __future__ import annotations

from typing import Final

from deathmatch.cli.main import Command

MIGRATE: Final = Command("deathmatch_postgres.operating:migrate", "Make the tables of a PostgreSQL, or bring them to today's format.")
MOVE: Final = Command("deathmatch_postgres.operating:move", "Copy all matches of a data folder to a PostgreSQL, or back.")
WORK: Final = Command("deathmatch_postgres.operating:work", "Have bots and reviews of a PostgreSQL's servers made on this machine.")
