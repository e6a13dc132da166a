"""The page's files: style, scripts, font and icons, read once, compressed once, and named by their content.

Every file lies under `/static/VERSION/NAME`, where VERSION is a digest of them all: a browser may keep it for ever, and scripts find
each other by relative names.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

TEXT = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

COMMENT = re.compile(r"/\*[* ].*?\*/[ \n]?|^\s*//[^\n]*\n|[ \t]+// [^\n]*$", re.DOTALL | re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def lean(script: str) -> str:
    """A script or style sheet without its types and comments, for the line. Ours are `/** */`, `/* */`, or `//` before a space."""
    return INDENT.sub("", COMMENT.sub("", script))


@dataclass(frozen=True, slots=True)
class Asset:
    """One file.

    Attributes:
        kind: its media type.
        plain: its bytes.
        packed: the same, compressed by gzip; None if that gains nothing.
    """

    kind: str
    plain: bytes
    packed: bytes | None

    @classmethod
    def of(cls, name: str, plain: bytes) -> Asset:
        """The file of this name with these bytes."""
        suffix = name[name.rfind(".") :]
        kind = TEXT.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(kind, plain, gzip.compress(plain, 9, mtime=0) if suffix in TEXT else None)


@dataclass(frozen=True, slots=True)
class Assets:
    """All files by name, and the digest of them all."""

    version: str
    by_name: dict[str, Asset]

    def url(self, name: str) -> str:
        """Where the page finds this file."""
        assert name in self.by_name, name
        return f"/static/{self.version}/{name}"


@cache
def assets() -> Assets:
    """The files of `web/static`, and `themes.css` from the one table of paint."""
    from deathmatch.core import themes

    plain = {"themes.css": themes.page_css().encode()}
    for entry in sorted(files("deathmatch").joinpath("web", "static").iterdir(), key=lambda entry: entry.name):
        if entry.is_file() and not entry.name.startswith(".") and not entry.name.endswith((".json", ".d.ts")):
            content = entry.read_bytes()
            plain[entry.name] = lean(content.decode()).encode() if entry.name.endswith((".js", ".css")) else content
    digest = hashlib.sha256(b"".join(name.encode() + b"\0" + content for name, content in plain.items())).hexdigest()
    return Assets(digest[:12], {name: Asset.of(name, content) for name, content in plain.items()})
