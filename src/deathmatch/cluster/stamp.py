"""The stamp of an installation: everything on which the digits of a result depend. Workers with another one are refused."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, TypeAlias

import deathmatch

Stamp: TypeAlias = Mapping[str, str]
"""A version for each name; equal on machines that make the same results."""

LIBRARIES: Final = ("numpy", "numba")
CODE: Final = "the code of deathmatch"


@cache
def stamp() -> Stamp:
    """That of this process."""
    versions = {"deathmatch": deathmatch.__version__, "Python": ".".join(platform.python_version_tuple()[:2])}
    for library in LIBRARIES:
        try:
            versions[library] = version(library)
        except PackageNotFoundError:
            versions[library] = "none"
    return {**versions, CODE: _digest()}


def _digest() -> str:
    """Digest of the package's files: two working trees can carry the same version number."""
    folder, digest = Path(deathmatch.__file__).parent, sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def difference(ours: Stamp, theirs: Stamp) -> str:
    """Where a worker differs from this machine, in words; empty if it does not."""
    parts = [f"{name} is {theirs.get(name, 'none')} there and {ours[name]} here" for name in ours if theirs.get(name) != ours[name]]
    return ", ".join(parts)
