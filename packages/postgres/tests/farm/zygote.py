"""Starts servers and workers quickly: a process that has loaded the program forks itself for each of them
(`python -m packages.postgres.tests.farm.zygote`).

A child runs the real command line of `deathmatch`; only the limits of a guest are lifted. Commands are
JSON objects, a line each, on standard input: `{"line": [...], "store": ..., "log": ...}` answers with the child's pid,
`{"reap": pid}` with its exit status once it has ended.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import psycopg_pool  # noqa: F401 - loaded once for all

from deathmatch.cli import main as program
from deathmatch.server import running
from deathmatch.server.settings import Settings
from deathmatch.server.web.app import create_app
from deathmatch_postgres.database import store  # noqa: F401
from tests.load.server import LIMITS


def _child(order: dict[str, Any]) -> None:
    """The server or worker itself; never returns."""
    sys.modules["__main__"] = ModuleType("__main__")  # or the processes in which its bots think would load this one
    log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for target, source in ((0, nothing), (1, log), (2, log)):
        os.dup2(source, target)
    os.environ["DEATHMATCH_STORE"] = order["store"]
    real = running.run

    def run(settings: Settings, *args: Any, **more: Any) -> int:
        return real(replace(settings, limits=LIMITS), *args, **more)

    running.run = run
    sys.argv = ["deathmatch", *order["line"]]
    status = 1
    try:
        program.main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def main() -> None:
    """Take commands until standard input ends."""
    create_app(Settings(Path(tempfile.gettempdir()) / "no folder of a server"))  # which loads the rest, and makes no folder
    gc.freeze()
    for line in sys.stdin:
        order = json.loads(line)
        if "reap" in order:
            answer = os.waitstatus_to_exitcode(os.waitpid(order["reap"], 0)[1])
        else:
            answer = os.fork()
            if not answer:
                _child(order)
        print(answer, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
