"""Bringing the tables of a database to the format of this program."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import psycopg

from deathmatch.server.store.interface import StoreError
from deathmatch_postgres.database import schema
from deathmatch_postgres.database.connecting import Address, read_address, words_of


@dataclass(frozen=True, slots=True)
class Migrated:
    """A database of today's format.

    Attributes:
        shown: the database in words.
        before, now: its formats; 0 is one without tables of ours.
    """

    shown: str
    before: int
    now: int


@contextlib.contextmanager
def connection(address: Address) -> Iterator[psycopg.Connection[Any]]:
    """A connection that blocks, for commands; raises StoreError for every error of the database in it."""
    try:
        with psycopg.connect(**address.parts, autocommit=True) as db:
            yield db
    except (psycopg.Error, OSError) as error:
        raise StoreError(f"{address.shown}: {words_of(error)}") from None


def migrate_database(text: str) -> Migrated:
    """Make or change the tables of the database at this address; raises StoreError."""
    address = read_address(text)
    with connection(address) as db:
        return Migrated(address.shown, schema.migrate(db, address.shown), schema.VERSION)
