"""The page's files: what goes out, and what may not stand in them."""

from __future__ import annotations

import gzip
import json
import re
from graphlib import TopologicalSorter
from importlib.resources import files
from typing import get_args

import pytest
from msgspec import Struct

from deathmatch.bots.study import MatchRemark
from deathmatch.core import plugins
from deathmatch.core.catalogues import ENGLISH, LANGUAGES, catalogue
from deathmatch.core.reviewing import BetterMove
from deathmatch.core.themes import classes
from deathmatch.server.web.assets import added_pages, assets, lean, tight
from deathmatch.server.wire import messages
from tools import wire_types

STATIC = files("deathmatch").joinpath("web", "static")
TEMPLATES = files("deathmatch").joinpath("web", "templates")
SCRIPTS = [entry for entry in STATIC.iterdir() if entry.name.endswith(".js")]
SOURCES = {entry.name: entry.read_text("utf-8") for entry in SCRIPTS}
PAGES = {entry.name: entry.read_text("utf-8") for entry in TEMPLATES.iterdir()}
SCRIPT_BYTES = 18 * 1024
STYLES = [entry for entry in STATIC.iterdir() if entry.name.endswith(".css")]


def test_a_lean_script_keeps_all_but_types_and_comments() -> None:
    source = '/** About. */\nexport const a = /** @type {number} */ (b);\n// why\n  call("http://x"); // so\n'
    assert lean(source) == 'export const a = (b);\ncall("http://x");\n'


def test_a_tight_script_keeps_its_texts_and_its_line_ends_after_a_block() -> None:
    source = 'if (a && b) {\n  say("A : b", `c ${d ? `e = ${f}` : ""} = g`);\n}\nconst x = [a / 2, /[ "] = /.test(y)];\n'
    assert tight(source) == 'if(a&&b){say("A : b",`c ${d ? `e = ${f}` : ""} = g`);}\nconst x=[a / 2,/[ "] = /.test(y)];'
    assert tight('a :is(b, c) {\n  content: "; x";\n}\n', "css") == 'a :is(b,c){content:"; x";}'


@pytest.mark.parametrize("entry", SCRIPTS, ids=lambda entry: str(entry.name))
def test_a_script_has_no_text_that_looks_like_a_comment(entry: object) -> None:
    source = entry.read_text("utf-8")  # type: ignore[attr-defined]
    for quoted in re.findall(r"\"[^\"\n]*\"|`[^`]*`", source):
        assert "/**" not in quoted
        assert " // " not in quoted
        assert "\n" not in quoted or not quoted.startswith("`"), "a template of several lines would lose its indentation"


def test_every_file_goes_out_under_the_digest_of_all_and_packed_as_it_is() -> None:
    files = assets()
    for name, asset in files.by_name.items():
        assert files.url(name) == f"/static/{files.version}/{name}"
        if asset.packed is not None:
            assert gzip.decompress(asset.packed) == asset.plain
    assert {"themes.css", "page.css", "match.js", "icon.svg", "inter-regular.woff2"} <= set(files.by_name)


def at_once(name: str) -> set[str]:
    """The scripts that a script imports."""
    return set(re.findall(r'^import[^;"]*"\./([^"]+)"', SOURCES[name], re.MULTILINE))


def later(name: str) -> set[str]:
    """The scripts that a script loads when they are asked for: by name, by the button that asks, or as parts of a picture."""
    code = re.sub(r"/\*.*?\*/", "", SOURCES[name], flags=re.DOTALL)  # types name scripts too
    found = set(re.findall(r'\bimport\("\./([^"]+)"\)', code))
    if "dataset.load" in SOURCES[name]:
        pages = [PAGES["menu.html"], *(text for text in PAGES.values() if f'"{name}"' in text)]
        found |= {f"{script}.js" for text in pages for script in re.findall(r'data-load="(\w+)', text)}
    for parts in re.findall(r"for \(const part of \[(.*?)\]\)", SOURCES[name]):
        found |= {f"{part}.js" for part in re.findall(r'"(\w+)"', parts)}
    return found


def test_scripts_import_only_each_other_and_in_no_circle() -> None:
    loads = {name: at_once(name) | later(name) for name in SOURCES}
    assert not {target for targets in loads.values() for target in targets} - set(SOURCES)
    list(TopologicalSorter(loads).static_order())  # raises CycleError for a circle
    loaded = {name for text in PAGES.values() for name in re.findall(r"[\w-]+\.js", text)} | {"worker.js", "particles.js"}
    assert set(SOURCES) == loaded.union(*loads.values()), "a script that nobody loads"


def test_the_scripts_that_a_match_loads_weigh_at_most_18_kilobytes() -> None:
    first = ("theme.js", "page.js", "match.js")
    weights = {name: len(assets().by_name[name].packed or b"") for name in (*first, *assets().imported(*first))}
    assert all(weights.values())
    assert sum(weights.values()) <= SCRIPT_BYTES, weights


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != ENGLISH])
def test_the_first_page_has_the_words_of_all_scripts_that_it_may_load(code: str) -> None:
    loads = {name: at_once(name) | (later(name) if name != "page.js" else set()) for name in SOURCES}  # its menu has no button of a match
    front, waiting = {"front.js", "page.js"}, ["front.js", "page.js"]
    while waiting:
        waiting += (new := loads[waiting.pop()] - front)
        front |= new
    words, most = (assets().by_name[f"say-{code}{kind}.js"].plain.decode() for kind in ("-front", ""))
    for text, users in catalogue(code).scripts.items():
        quoted = json.dumps(text, ensure_ascii=False)
        assert quoted in words or quoted not in most or users.isdisjoint(front), text
    assert len(words) < len(most) / 2


def test_templates_hold_no_script_no_style_and_no_event_of_their_own() -> None:
    for entry in TEMPLATES.iterdir():
        text = entry.read_text("utf-8")
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), entry.name
        assert not re.search(r"\s(style|on\w+)=", text), entry.name
        assert "|safe" not in text, entry.name


@pytest.mark.parametrize("entry", STYLES, ids=lambda entry: str(entry.name))
def test_no_rule_of_a_page_is_for_a_paint_of_pictures(entry: object) -> None:
    """`.table { display: contents; }` for a part of the page hides every shape that is painted `table`."""
    source = re.sub(r"/\*.*?\*/", "", entry.read_text("utf-8"), flags=re.DOTALL)  # type: ignore[attr-defined]
    for selectors in re.findall(r"([^{};]+)\{", source):
        for selector in selectors.split(","):
            names = re.fullmatch(r"(?:\.[\w-]+)+", selector.strip())
            assert not names or not classes().issuperset(names.group().strip(".").split(".")), selector


def test_a_page_names_all_scripts_that_its_scripts_import() -> None:
    found = assets().imported("match.js", "page.js")
    assert {"dom.js", "scene.js", "status.js", "compose.js", "say.js"} <= set(found), "imports of imports too"
    assert {"match.js", "page.js", "coach.js", "talk.js"}.isdisjoint(found), "neither these two nor what is loaded later"
    assert len(found) == len(set(found))
    for name in found:
        assert set(assets().imported(name)) <= {*found, "page.js"}, name


def test_pages_that_no_package_brings_or_that_cannot_be_loaded_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = plugins.Plugin("broken", "no_such_package:PAGES", "broken")
    for brought in ({}, {"page.broken": broken}):
        monkeypatch.setattr(plugins, "additions", lambda brought=brought: brought)
        assert added_pages.__wrapped__() == ()


# --- The scripts' types are made from the messages of the server


TYPES = files("deathmatch").joinpath("web", "wire.d.ts").read_text("utf-8")


def test_the_file_is_what_the_messages_make() -> None:
    assert wire_types.types() == TYPES, "make docs writes it"


@pytest.mark.parametrize(
    "struct",
    [*get_args(messages.FromServer), BetterMove, MatchRemark, messages.StepMessage],
    ids=lambda struct: struct.__name__,
)
def test_everything_that_scripts_read_is_there(struct: type[Struct]) -> None:
    assert f"  interface {struct.__name__.removesuffix('Message')} {{\n" in TYPES
