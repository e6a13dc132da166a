"""The tables in a PostgreSQL, and how a database of every older format becomes one of today's.

Tables, columns and checksums are those of the SQLite file (`store/logs.py`), so that a row can be moved from one to the other as it is.
Instead of `beats` there is `writers`. A change of the tables is one more migration at the end of `MIGRATIONS`; the others never change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from deathmatch.server.store.interface import StoreError

if TYPE_CHECKING:
    import psycopg

TEXT = 'TEXT COLLATE "C" NOT NULL'
_FIRST = (
    f"CREATE TABLE matches (id {TEXT} PRIMARY KEY, begun SMALLINT NOT NULL, due BIGINT, count INTEGER NOT NULL, head BYTEA NOT NULL, "
    "sum BYTEA NOT NULL) WITH (fillfactor = 70)",
    "CREATE INDEX due_matches ON matches (due) WHERE due IS NOT NULL",
    "CREATE INDEX unbegun_matches ON matches (id) WHERE begun = 0",
    f"CREATE TABLE keys (digest BYTEA PRIMARY KEY, match {TEXT}, role {TEXT}, sum BYTEA NOT NULL)",
    "CREATE INDEX keys_of_matches ON keys (match)",
    f"CREATE TABLE entries (match {TEXT}, n INTEGER NOT NULL, body BYTEA NOT NULL, sum BYTEA NOT NULL, PRIMARY KEY (match, n))",
    "CREATE TABLE marks (one SMALLINT PRIMARY KEY CHECK (one = 1), mark BYTEA NOT NULL, sum BYTEA NOT NULL)",
    f"CREATE TABLE makers (match {TEXT} PRIMARY KEY, maker {TEXT}, sum BYTEA NOT NULL)",
    "CREATE INDEX matches_of_makers ON makers (maker)",
    f"CREATE TABLE listed (match {TEXT} PRIMARY KEY, body BYTEA NOT NULL, sum BYTEA NOT NULL)",
    f"CREATE TABLE hooks (id {TEXT} PRIMARY KEY, match {TEXT}, maker {TEXT}, live SMALLINT NOT NULL, done INTEGER NOT NULL, "
    "body BYTEA NOT NULL, sum BYTEA NOT NULL)",
    "CREATE INDEX hooks_of_matches ON hooks (match)",
    f"CREATE TABLE accounts (id {TEXT} PRIMARY KEY, leaving SMALLINT NOT NULL, body BYTEA NOT NULL, sum BYTEA NOT NULL)",
    f"CREATE TABLE doors (digest BYTEA PRIMARY KEY, account {TEXT}, sum BYTEA NOT NULL)",
    "CREATE INDEX doors_of_accounts ON doors (account)",
    # One row a process: its last commit, which settles whether one whose answer was lost is on disk, and the latest moment that it wrote.
    "CREATE TABLE writers (id INTEGER PRIMARY KEY, batch BIGINT NOT NULL, at BIGINT NOT NULL, sum BYTEA NOT NULL, "
    "seen TIMESTAMPTZ NOT NULL DEFAULT now()) WITH (fillfactor = 50)",
)
_SHARING = (
    # Running time: `ran` milliseconds in all, the last beat of any process, by the clock of the database.
    "CREATE TABLE running (one SMALLINT PRIMARY KEY CHECK (one = 1), ran BIGINT NOT NULL, beat TIMESTAMPTZ NOT NULL)",
    f"CREATE UNLOGGED TABLE leases (name {TEXT} PRIMARY KEY, holder INTEGER NOT NULL, until TIMESTAMPTZ NOT NULL)",
)
_COMPANY = (
    # The processes that live, and what they tell each other: who is connected to each, tries that are counted, names that are used up. All
    # but the last may be lost in a crash of PostgreSQL.
    "CREATE UNLOGGED TABLE processes (id INTEGER PRIMARY KEY, lists TEXT NOT NULL, until TIMESTAMPTZ NOT NULL)",
    f"CREATE UNLOGGED TABLE people (match {TEXT}, process INTEGER NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (match, process))",
    "CREATE INDEX people_of_processes ON people (process)",
    f"CREATE UNLOGGED TABLE buckets (name {TEXT} PRIMARY KEY, level DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL)",
    f"CREATE TABLE used (name {TEXT} PRIMARY KEY, until TIMESTAMPTZ NOT NULL)",
    # Questions to bots and advisors on other machines (docs/postgresql.md). Their bodies are sealed.
    f"CREATE UNLOGGED TABLE questions (name {TEXT} PRIMARY KEY, body BYTEA NOT NULL, ms INTEGER NOT NULL, asked TIMESTAMPTZ NOT NULL, "
    "until TIMESTAMPTZ NOT NULL, worker INTEGER, leased TIMESTAMPTZ, answer BYTEA)",
)
_LIFE = (
    # The times of the last minute that `ran` has counted: those in which some process lived.
    "ALTER TABLE running ADD COLUMN lived TSTZMULTIRANGE NOT NULL DEFAULT '{}'",
)
MIGRATIONS: tuple[tuple[str, ...], ...] = ((*_FIRST, *_SHARING), _COMPANY, _LIFE)
"""Migration `n` makes a database of format `n` one of format `n + 1`; format 0 has no tables of ours."""

VERSION = len(MIGRATIONS)
FORMAT = "deathmatch_format"  # the table with the number of the format
MIGRATING = 8_714_530_201  # the lock of the database that a migration holds

Connection: TypeAlias = "psycopg.Connection[Any]"


def refuse_other(version: int, shown: str) -> None:
    """Raises StoreError for a database of a format other than today's; it has to be migrated first, or a later program has migrated it."""
    if version < VERSION:
        state = "has no tables of Deathmatch yet" if version == 0 else f"has format {version}; this program needs format {VERSION}"
        raise StoreError(f"{shown} {state}: run `deathmatch migrate --store ...` with the same address, then start again")
    refuse_newer(version, shown)


def refuse_newer(version: int, shown: str) -> None:
    """Raises StoreError for a database that a later program has migrated."""
    if version > VERSION:
        raise StoreError(f"{shown} has format {version}; this program reads formats up to {VERSION}: install the newer program")


def version_of(db: Connection) -> int:
    """The format of a database; 0 if it has no tables of ours."""
    found = db.execute("SELECT to_regclass(%s) IS NOT NULL", (FORMAT,)).fetchone()
    if found is None or not found[0]:
        return 0
    row = db.execute(f"SELECT version FROM {FORMAT}".encode()).fetchone()  # noqa: S608 - a name of ours
    return int(row[0]) if row is not None else 0


def migrate(db: Connection, shown: str) -> int:
    """Give a database the tables of today, all of them or, if anything fails, none.

    Args:
        db: in autocommit.
        shown: the database in words.

    Returns: the format that it had. Raises StoreError for one of a later format.
    """
    with db.transaction():
        db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))  # two that migrate at once would meet each other's tables
        version = version_of(db)
        refuse_newer(version, shown)
        for step in (step for migration in MIGRATIONS[version:] for step in migration):
            db.execute(step.encode())
        if version < VERSION:
            db.execute(f"CREATE TABLE IF NOT EXISTS {FORMAT} (version INTEGER NOT NULL)".encode())
            db.execute(f"DELETE FROM {FORMAT}".encode())  # noqa: S608 - a name of ours
            db.execute(f"INSERT INTO {FORMAT} VALUES (%s)".encode(), (VERSION,))  # noqa: S608
    return version
