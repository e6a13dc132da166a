"""The store that an address names: a folder's SQLite file, or a PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from deathmatch.server.figures import StoreFigures
from deathmatch.server.store.interface import Store
from deathmatch.server.store.opening import store_file
from deathmatch.server.store.sqlite import SqliteStore

SCHEMES = ("postgresql:", "postgres:")


def is_postgres(address: str) -> bool:
    """Whether this is the address of a PostgreSQL."""
    return address.startswith(SCHEMES)


async def open_store(folder: Path, address: str = "", waiting: int = 10_000, figures: StoreFigures | None = None) -> Store:
    """The store of a server, empty if it is new.

    Args:
        folder: for the matches, if no address is given.
        address: of a PostgreSQL; it may hold a password.
        waiting: the most writes that wait.
        figures: the counts of the store.

    Raises: StoreError.
    """
    if not address:
        return SqliteStore(store_file(folder), waiting, figures)
    from deathmatch.server.store.postgres.store import open_postgres  # needs an extra package

    return await open_postgres(address, waiting, figures)
