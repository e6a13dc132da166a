"""The page of the project on a package index: the addresses of its parts, and the README with links that lead there.

No file of the repository knows where it is published. The variable `DEATHMATCH_REPOSITORY` of the environment names that address while
the packages of a release are built; hatchling asks this file then (`pyproject.toml`). Without it, the metadata has the README as it is,
and no addresses. Standard library only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

VARIABLE = "DEATHMATCH_REPOSITORY"
README = "README.md"
LABELS = ("Homepage", "Documentation", "Source", "Issues", "Changelog")

ADDRESS = re.compile(r"https://[a-z0-9.-]+(?::\d+)?(?:/[\w.~-]+)+", re.IGNORECASE)
FENCE = r"(?P<code>^(?P<mark>```+|~~~+).*?^(?P=mark)`*\s*?$|`[^`\n]*`)"
LINK = re.compile(
    FENCE + r"|(?P<kind>!?)\[(?P<words>(?:[^\[\]]|\[[^\]]*\])*)\]\(<?(?P<target>[^)\s>]+)>?(?P<title>\s+\"[^\"]*\")?\)",
    re.MULTILINE | re.DOTALL,
)
OTHER = re.compile(FENCE + r"|^ {0,3}\[[^\]]+\]:\s*(?P<named><?[^\s>]+)|\b(?:href|src)=[\"'](?P<html>[^\"']*)", re.MULTILINE | re.DOTALL)


def address(environment: Mapping[str, str]) -> str:
    """Where the repository is published, without a slash at the end; empty if the variable is not set.

    Raises: ValueError, if that is no address.
    """
    given = environment.get(VARIABLE, "").strip()
    if given and not ADDRESS.fullmatch(given.rstrip("/")):
        raise ValueError(
            f'{VARIABLE} is "{given}"; expected the https address of the repository, such as https://example.org/ann/deathmatch'
        )
    return given.rstrip("/")


def urls(repository: str, tag: str) -> dict[str, str]:
    """The addresses that the metadata names, those of files as they are at the tag."""
    targets = (repository, f"{repository}/blob/{tag}/{README}", f"{repository}/tree/{tag}", f"{repository}/issues")
    return dict(zip(LABELS, (*targets, f"{repository}/blob/{tag}/CHANGELOG.md"), strict=True))


def readme(text: str, repository: str, tag: str) -> str:
    """The README with absolute links: to pages as the forge shows them, and to pictures as they are."""

    def absolute(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        words, target = LINK.sub(absolute, found["words"]), found["target"]
        if is_relative(target):
            form = "raw" if found["kind"] else "blob"
            target = f"{repository}/{form}/{tag}/{README if target.startswith('#') else ''}{target.removeprefix('./')}"
        return f"{found['kind']}[{words}]({target}{found['title'] or ''})"

    return LINK.sub(absolute, text)


def is_relative(target: str) -> bool:
    """Whether a link leads nowhere on another site."""
    return re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE) is None


def relative_links(text: str) -> list[str]:
    """Every link of a text in Markdown that leads nowhere on another site: in brackets, by name, and in HTML."""
    targets = []
    for found in LINK.finditer(text):
        if found["target"]:
            targets += [found["target"], *(inner["target"] for inner in LINK.finditer(found["words"]) if inner["target"])]
    targets += [(found["named"] or found["html"]).lstrip("<") for found in OTHER.finditer(text) if not found["code"]]
    return [target for target in targets if is_relative(target)]


def update(root: Path, environment: Mapping[str, str], metadata: dict[str, Any]) -> None:
    """Fill in what `pyproject.toml` leaves to the build. Built from an sdist, the README of the sdist is there already.

    Raises: ValueError, if the address is none.
    """
    repository, tag = address(environment), f"v{metadata['version']}"
    metadata.setdefault("urls", urls(repository, tag) if repository else {})
    if repository:
        text = (root / README).read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": readme(text, repository, tag)}
    else:
        metadata.setdefault("readme", README)


def get_metadata_hook() -> type:
    """What hatchling asks this file for."""
    interface = import_module("hatchling.metadata.plugin.interface").MetadataHookInterface
    return type("Hook", (interface,), {"update": lambda hook, metadata: update(Path(hook.root), os.environ, metadata)})
