"""`python -m bench [NAME...]`: one JSON object for each benchmark, with the facts of the machine that it ran on."""

from __future__ import annotations

import argparse
import json
from importlib import import_module
from pathlib import Path

from bench.machine import facts, note


def names(folder: Path = Path(__file__).parent) -> list[str]:
    """All benchmarks of a folder: the modules with a function `measure`."""
    return sorted(file.stem for file in folder.glob("*.py") if "\ndef measure(" in file.read_text(encoding="utf-8"))


def main(package: str = "bench", known: list[str] | None = None) -> None:
    """Run the named benchmarks of a package, or all."""
    known = known or names()
    parser = argparse.ArgumentParser(prog=f"python -m {package}", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"which: {', '.join(known)}; all if none is given")
    wanted = parser.parse_args().name or known
    if unknown := sorted(set(wanted) - set(known)):
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(known)}")
    for number, name in enumerate(wanted, 1):
        note(f"{name} ({number} of {len(wanted)})")
        figures = import_module(f"{package}.{name}").measure()
        print(json.dumps({"bench": name, **figures, "machine": facts()}), flush=True)


if __name__ == "__main__":
    main()
