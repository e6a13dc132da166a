"""The page's files: style, scripts, the words of scripts, font and icons, read once, compressed once, and named by their content.

Every file lies under `/static/VERSION/NAME`, where VERSION is a digest of them all: a browser may keep it for ever, and scripts find
each other by relative names.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from litestar import Router

from deathmatch.core import catalogues, game, plugins

TEXT = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}

COMMENT = re.compile(r"/\*[* ].*?\*/[ \n]?|^\s*//[^\n]*\n|[ \t]+// [^\n]*$", re.DOTALL | re.MULTILINE)
INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
IMPORT = re.compile(r"(?<![^;\n])import[^;\"]*\"\./([^\"]+)\";", re.MULTILINE)
LATER = re.compile(r"import\(\"\./([^\"]+)\"\)")
FRONT = ("front.js", "page.js")  # the scripts of the first page, which most people load first

QUOTED = r"""
    "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*'
    | `(?:\\.|\$\{(?:[^`{}]|`[^`]*`|\{[^}]*\})*\}|[^`\\])*`  # with templates in it
    | /(?![\s*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/  # no division: ours has spaces around it
"""
_LOOSE = {
    "js": re.compile(rf"({QUOTED}) | (?<=[;{{,(\[=>&|?:])\s+ | (?<=[)}}\]])[ ] | [ ](?=[=<>&|?:{{}}()\[\]!]) | \n+(?=\n)", re.VERBOSE),
    "css": re.compile(rf"({QUOTED}) | (?<=[;{{,:}}])\s+ | [ ](?={{)", re.VERBOSE),
}


def lean(text: str) -> str:
    """A script or style sheet without its types and comments, for the line. Ours are `/** */`, `/* */`, or `//` before a space."""
    return INDENT.sub("", COMMENT.sub("", text))


def tight(text: str, kind: str = "js") -> str:
    """A lean script or style sheet (`css`) without the spaces and line ends that only people need."""
    return _LOOSE[kind].sub(lambda found: found[1] or "", lean(text))


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

    def imported(self, *scripts: str) -> list[str]:
        """The names of all scripts that these load at once, by imports of imports too; a page fetches them all in one round trip."""
        found = reached(lambda name: IMPORT.findall(self.by_name[name].plain.decode()), scripts)
        return [name for name in found if name not in scripts]


def reached(loads: Callable[[str], Iterable[str]], scripts: Iterable[str]) -> list[str]:
    """These scripts and all that they load; `loads` gives the scripts that one script loads."""
    found = dict.fromkeys(scripts)
    waiting = list(found)
    while waiting:
        new = dict.fromkeys(name for name in loads(waiting.pop()) if name not in found)
        found |= new
        waiting += new
    return list(found)


def script_words(language: catalogues.Catalogue, scripts: Iterable[str] = ()) -> str:
    """The script with the words of these scripts, or of all, in a language other than English (`static/say.js`)."""
    texts: dict[str, str | tuple[str, ...]] = {}
    for text in sorted(text for text, users in language.scripts.items() if not scripts or not users.isdisjoint(scripts)):
        if text in language.forms:
            texts[text] = tuple(map(catalogues.unmark_particles, language.forms[text]))
        elif text in language.texts:
            texts[text] = catalogues.unmark_particles(language.texts[text])
    particles = any(catalogues.unmark_particles(text) != text for text in language.texts.values())
    finish = 'import { chosen as finish } from "./particles.js";' if particles else "const finish = (text) => text;"
    written = json.dumps(texts, ensure_ascii=False)
    return f"{finish}\nglobalThis.saying = {{ finish, form: (n) => Number({language.plural}), texts: {written} }};\n"


@dataclass(frozen=True, slots=True)
class AddedPages:
    """Pages that an installed package adds under the key `page.NAME` (core/plugins.py).

    Attributes:
        package: its folders `web/templates` and `web/static` hold what the pages are made of.
        router: makes their routes, once an application.
        words, about: of a link to them, marked; in short, and for the front page.
        address: of the page about a variant; empty if there is none.
    """

    package: str
    router: Callable[[], Router]
    words: str
    about: str
    address: Callable[[game.Variant], str]


@cache
def added_pages() -> tuple[AddedPages, ...]:
    """The pages of all installed packages. If the pages of a package cannot be loaded, they are left out, and the log says so."""
    found = [plugins.brought(f"page.{name}") for name in plugins.under("page.")]
    return tuple([pages for pages in found if pages is not None])


@cache
def assets() -> Assets:
    """The files of `web/static` here and in packages with pages, `themes.css`, and the words of the scripts in each language.

    `say-CODE.js` has the words of all scripts, `say-CODE-front.js` those of the scripts that the first page loads, now or later.
    """
    from deathmatch.core import themes

    plain = {"themes.css": themes.page_css().encode()}
    packages = ("deathmatch", *[pages.package for pages in added_pages()])
    entries = [entry for package in packages for entry in files(package).joinpath("web", "static").iterdir()]
    for entry in sorted(entries, key=lambda entry: entry.name):
        if entry.is_file() and not entry.name.startswith(".") and not entry.name.endswith((".json", ".d.ts")):
            content = entry.read_bytes()
            kind = entry.name.rpartition(".")[2]
            plain[entry.name] = tight(content.decode(), kind).encode() if kind in _LOOSE else content
    front = reached(lambda name: [found for kind in (IMPORT, LATER) for found in kind.findall(plain[name].decode())], FRONT)
    for code in catalogues.LANGUAGES:
        if code != catalogues.ENGLISH:
            plain[f"say-{code}.js"] = script_words(catalogues.catalogue(code)).encode()
            plain[f"say-{code}-front.js"] = script_words(catalogues.catalogue(code), front).encode()
    digest = hashlib.sha256(b"".join(name.encode() + b"\0" + content for name, content in plain.items())).hexdigest()
    return Assets(digest[:12], {name: Asset.of(name, content) for name, content in plain.items()})
