"""A whole data folder that is checked for damage, and the rest that is salvaged into a new one."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path

import msgspec

from deathmatch.server.seasons import entries as seasons
from deathmatch.server.store import checking, interface, sqlite
from deathmatch.server.table import entries

STORE_FILES = "matches.*"


def check_folder(folder: Path, target: Path | None = None) -> checking.Report:
    """Read all matches of a folder that no server uses.

    Args:
        folder: of the server.
        target: a new folder for everything that is whole, with the other files of the old one; None if none is wanted.

    Raises: StoreError if the folder has no matches, a server uses it, or the target exists.
    """
    if target is None:
        return checking.examine(sqlite.store_file(folder), _moment)
    if target.exists():
        raise interface.StoreError(f"{target} exists already; name a new folder")
    report = checking.examine(sqlite.store_file(folder), _moment)  # first: a folder that cannot be read leaves no target behind
    try:
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns(STORE_FILES))
        target.chmod(0o700)
    except OSError as error:
        raise interface.StoreError(f"{target}: {error}") from error
    checking.salvage(sqlite.store_file(folder), sqlite.store_file(target), _moment)
    return report


def _moment(body: bytes) -> int | None:
    """When an entry happened; raises ValueError if it cannot be read."""
    with contextlib.suppress(msgspec.MsgspecError):
        return seasons.decode(body).at
    try:
        return entries.decode(body).moment
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise ValueError(str(error)) from error
