"""The thread that moves committed pages from SQLite's log (the WAL) into the database itself.

Otherwise the thread that writes would do that, after every 1,000 pages: at 300 submissions a second once a second, and every submission of
that moment would wait 25 to 50 ms longer. This thread has a connection of its own. SQLite can write its log from the beginning again only
if all of it has been moved, so the writer still does the rest after `PAGES` pages; there is not much left.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading

PAGES = 8_000  # 32 MB, after which the writer finishes the work
EACH_S = 0.5


class Checkpoints:
    """The thread. `db` is its own from now on."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store-checkpoint", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ending.wait(EACH_S):
            with contextlib.suppress(sqlite3.Error):  # a disk that fails shows at the next commit
                self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def close(self) -> None:
        """End it."""
        self._ending.set()
        self._thread.join()
        self._db.close()
