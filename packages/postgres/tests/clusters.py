"""A PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket there and on a free port of this machine.

initdb and postgres refuse root, so then they run as an unprivileged user. A cluster is made when the first test asks for one, at most
once a process of pytest; each test gets a database of its own in it.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg

from deathmatch_postgres.database import schema
from tools import setup

USERS = ("postgres", "nobody")  # the first that exists runs the server, if we are root
OWNER = "deathmatch"  # of all databases
PASSWORD = "a password which no log may name"  # on the port; the socket asks for none
START_S = 60.0
QUICK = {"fsync": "off", "full_page_writes": "off"}  # for tests that do not kill it
SETTINGS = {
    "shared_buffers": "16MB",
    "max_connections": "60",
    "dynamic_shared_memory_type": "mmap",
    "autovacuum_naptime": "1min",
    "log_min_messages": "warning",
    "password_encryption": "scram-sha-256",
}
HBA = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"


class NoPostgres(Exception):
    """There is no PostgreSQL on this machine."""


def _user() -> dict[str, Any]:
    """For `subprocess`: the unprivileged user, if we are root."""
    if os.geteuid() != 0:
        return {}
    for name in USERS:
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise NoPostgres(f"PostgreSQL refuses to run as root, and there is none of the users {', '.join(USERS)}")


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return int(it.getsockname()[1])


@dataclass
class Cluster:
    """One PostgreSQL. `durable` where the test kills it: without, a commit is not waited for.

    Attributes:
        parent: the folder in which it gets its own; the system's for temporary files if None.
        segment_mb: the size of a file of its write-ahead log. It may have sixteen of them.
        folder: with its data and its socket.
        port: on 127.0.0.1.
        pid: of its first process, while it runs.
    """

    durable: bool = False
    parent: Path | None = None
    segment_mb: int = 16
    folder: Path = field(init=False)
    port: int = field(init=False)
    _programs: Path = field(init=False)
    _process: subprocess.Popen[Any] | None = None
    _made: int = 0

    def __post_init__(self) -> None:
        programs = setup.postgres()
        if programs is None:
            raise NoPostgres("these tests start a PostgreSQL of their own, and there is none: python3 tools/setup.py test")
        self._programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="deathmatch-postgres-", dir=self.parent))
        as_user = _user()
        if as_user:
            os.chown(self.folder, as_user["user"], as_user["group"])
        self.port = free_port()
        command = ("initdb", "-D", str(self.data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "-N")
        more = f"--wal-segsize={self.segment_mb}"
        try:
            self._run(*command, more)
            self._write("pg_hba.conf", HBA)
            given = SETTINGS | ({} if self.durable else QUICK) | {"max_wal_size": f"{16 * self.segment_mb}MB"}
            self._write("postgresql.conf", "".join(f"{name} = '{value}'\n" for name, value in given.items()))
            self.start()
            self.execute(f"ALTER ROLE {OWNER} PASSWORD '{PASSWORD}'")
        except BaseException:
            self.close()
            raise

    @property
    def data(self) -> Path:
        """The folder of its files."""
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """The process that all others of it descend from."""
        assert self._process is not None
        return self._process.pid

    def _write(self, name: str, text: str) -> None:
        (self.data / name).write_text(text, encoding="utf-8")

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *arguments], cwd=self.folder, capture_output=True, text=True, check=False, **_user()
        )
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        assert self._process is None
        log = (self.folder / "log").open("ab")
        command = [str(self._programs / "postgres"), "-D", str(self.data), "-k", str(self.folder)]
        self._process = subprocess.Popen(
            [*command, "-h", "127.0.0.1", "-p", str(self.port)],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            **_user(),
        )
        log.close()
        self.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + START_S
        while True:
            assert self._process is not None
            assert self._process.poll() is None, f"PostgreSQL has ended: {(self.folder / 'log').read_text()[-2000:]}"
            try:
                self.execute("SELECT 1")
            except psycopg.OperationalError:
                assert time.monotonic() < end, "PostgreSQL does not answer"
                time.sleep(0.02)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT at once and cleanly, SIGQUIT without a checkpoint, as a crash does; or kill it with all its processes."""
        if self._process is None:
            return
        if how is signal.SIGKILL:
            self._process.send_signal(signal.SIGSTOP)  # it must not clean up after its children
            for child in _children(self._process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
        self._process.send_signal(how)
        self._process.wait(START_S)
        self._process = None

    def kill(self) -> None:
        """Kill it and all its processes."""
        self.stop(signal.SIGKILL)

    def revive(self) -> None:
        """Start it again if it has ended by itself, and wait until it answers."""
        if self._process is not None and self._process.poll() is None:
            with contextlib.suppress(AssertionError):  # it ends just now
                self.wait()
                return
        self._process = None
        self.start()

    def close(self) -> None:
        """End it, and remove it."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def execute(self, sql: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run statements as the owner, each committed; returns the rows of the last one."""
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as db:
            cursor = db.execute(sql.encode())
            return cursor.fetchall() if cursor.description else []

    def url(self, database: str) -> str:
        """The address of a database, by the socket."""
        return f"postgresql://{OWNER}@/{database}?host={self.folder}&port={self.port}"

    def tcp_url(self, database: str, *, password: str = PASSWORD, port: int | None = None) -> str:
        """The address of a database, by the port of this machine or another one, with the password."""
        return f"postgresql://{OWNER}:{password.replace(' ', '%20')}@127.0.0.1:{port or self.port}/{database}"

    @contextlib.contextmanager
    def database(self, template: str = "template1") -> Iterator[str]:
        """The name of a fresh database, removed in the end."""
        self._made += 1
        name = f"test_{self._made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield name
        finally:
            if self._process is not None:
                self.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _children(pid: int) -> list[int]:
    """The processes that a process has started, by Linux's list or by ps."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    if listed.exists():
        return [int(word) for word in listed.read_text().split()]
    found = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(line.split()[0]) for line in found.splitlines() if int(line.split()[1]) == pid]


def migrated(url: str) -> None:
    """Give a database our tables."""
    with psycopg.connect(url, autocommit=True) as db:
        schema.migrate(db, "the test's database")
