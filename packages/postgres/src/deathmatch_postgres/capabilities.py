"""What this package adds to the house (`deathmatch.core.plugins`): a store in PostgreSQL, and three commands."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str]] = {
    "store.postgresql": "deathmatch_postgres.processes:open_shared",
    "store.postgres": "deathmatch_postgres.processes:open_shared",
    "command.migrate": "deathmatch_postgres.commands:MIGRATE",
    "command.move": "deathmatch_postgres.commands:MOVE",
    "command.work": "deathmatch_postgres.commands:WORK",
}
