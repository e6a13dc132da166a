"""The program `deathmatch`, as it is installed. If a library is missing, it says which extra of the package installs it."""

from __future__ import annotations

import sys


def main() -> None:
    """Run it. Exit status 1 if the command needs an extra that is not installed."""
    try:
        from deathmatch.cli.main import main as run

        run()
    except ModuleNotFoundError as error:
        from deathmatch.core.extras import EXTRAS, told

        if error.name not in EXTRAS:
            raise
        sys.stderr.write(f"deathmatch: {told(error.name, EXTRAS[error.name])}\n")
        sys.exit(1)
