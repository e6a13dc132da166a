"""The Pythons of this machine on which the package says that it works."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

from tools.conventions import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MINORS = [
    int(line.rpartition(".")[2]) for line in PROJECT["classifiers"] if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", line)
]
"""Those of the classifiers: 11 is Python 3.11."""


def interpreters() -> list[Path]:
    """One for each version that is here: this one, those on the path, and those that pyenv keeps."""
    found = {}
    for minor in MINORS:
        name = f"python3.{minor}"
        kept = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/3.{minor}.*/bin/{name}"))
        path = shutil.which(name)
        if minor == sys.version_info.minor:
            found[minor] = Path(sys.executable)
        elif kept:
            found[minor] = kept[-1]
        elif path and "shims" not in path:  # pyenv's stand-ins are there for versions that are not chosen
            found[minor] = Path(path)
    return list(found.values())
