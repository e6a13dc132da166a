"""`python -m bench [NAME...]`: one JSON object for each benchmark, with the facts of the machine that it ran on."""

from __future__ import annotations

import argparse
import json
import pkgutil
from importlib import import_module
from pathlib import Path

from bench.machine import facts, note

HELPERS = {"__main__", "cfr", "highs", "machine", "walks"}


def names() -> list[str]:
    """All benchmarks: the modules of this folder that measure something."""
    return sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)]) if module.name not in HELPERS)


def main() -> None:
    """Run the named benchmarks, or all."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"which: {', '.join(names())}; all if none is given")
    wanted = parser.parse_args().name or names()
    if unknown := sorted(set(wanted) - set(names())):
        parser.error(f"there is no benchmark {', '.join(unknown)}; there are {', '.join(names())}")
    for number, name in enumerate(wanted, 1):
        note(f"{name} ({number} of {len(wanted)})")
        figures = import_module(f"bench.{name}").measure()
        print(json.dumps({"bench": name, **figures, "machine": facts()}), flush=True)


if __name__ == "__main__":
    main()
