"""The checker of the documents: links, anchors, generated parts, the law, and that what the documents tell a reader to type is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import docs
from tools.conventions import tracked

HERE = "see [it](other.md#part-two), [above](#top--more), [the code](../src/a.py), [web](https://example.org/x#y)\n\n# Top & more\n"
PAGES = 16
"""At most so many pages of the house: each is for one reader, who has to find it."""

OTHER = {"docs/here.md": HERE, "docs/other.md": "# Part `two`\n", "src/a.py": ""}


def nothing_else(_path: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[x](gone.md)", "docs/here.md:1: gone.md leads nowhere"),
        ("\n[x](other.md#gone)", "docs/here.md:2: docs/other.md has no anchor #gone"),
        ("[x](#gone)", "docs/here.md:1: docs/here.md has no anchor #gone"),
        ("![picture](shots/a.png)", "docs/here.md:1: shots/a.png leads nowhere"),
        ("```\n[x](in-code.md)\n```\n`[x](in-code.md)` [y](../gone)", "docs/here.md:4: ../gone leads nowhere"),
    ],
)
def test_links_that_lead_nowhere_are_found(text: str, said: str) -> None:
    assert list(docs.broken_links({**OTHER, "docs/here.md": text}, nothing_else)) == [said]


def test_code_that_sends_its_reader_nowhere_is_found() -> None:
    mentions = '"""See docs/here.md.\n\nAnd docs/notes/gone.md (rules/gone.md)."""'
    files = {"docs/here.md": "", "src/a.py": mentions, "packages/b/docs/own.md": "", "packages/b/src/b.py": '"""See docs/own.md."""'}
    assert list(docs.missing_mentions(files)) == ["src/a.py:3: there is no docs/notes/gone.md", "src/a.py:3: there is no rules/gone.md"]


def test_a_generated_part_is_made_anew_and_the_rest_stays() -> None:
    text = "before\n<!-- generated: x -->\nold\n<!-- end -->\nafter\n"
    new = docs.fresh(text, {"x": lambda: "new"})
    assert new == "before\n<!-- generated: x -->\n\nnew\n\n<!-- end -->\nafter\n"
    assert docs.fresh(new, {"x": lambda: "new"}) == new


def test_a_stale_part_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "fresh", lambda text: text.upper())
    assert list(docs.stale_types({})) == ["src/deathmatch/web/wire.d.ts:1: is not what the messages of the server make; run make docs"]
    assert list(docs.stale_parts({"docs/a.md": "old", "docs/b.md": "NEW", "README.md": "old"})) == [
        "docs/a.md:1: a generated part is stale; run make docs"
    ]


def test_a_changed_a_new_and_a_lost_rule_book_are_found(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "tools").mkdir()
    for name in ("kept", "changed", "lost"):
        (tmp_path / "rules" / f"{name}.md").write_text(name)
    (tmp_path / docs.CHECKSUMS).write_text(docs.checksums(tmp_path))
    assert list(docs.changed_law(tmp_path)) == []
    (tmp_path / "rules" / "changed.md").write_text("other")
    (tmp_path / "rules" / "lost.md").unlink()
    (tmp_path / "rules" / "new.md").write_text("new")
    assert {line.split(":")[0] for line in docs.changed_law(tmp_path)} == {"rules/changed.md", "rules/lost.md", "rules/new.md"}


def test_every_document_is_reachable_from_the_first_page() -> None:
    files = {path: text for path, text in tracked().items() if path.endswith(".md")}
    reached, ahead = set[str](), ["README.md"]
    while ahead:
        path = ahead.pop()
        if path in files and path not in reached:
            reached.add(path)
            ahead += [docs.resolve(path, link.partition("#")[0]) for link in docs.LINK.findall(docs.prose(files[path]))]
    pages = {path for path in files if path.startswith("docs/") or re.match(r"packages/\w+/docs/", path)}
    assert pages - reached == set()
    assert len([path for path in pages if path.startswith("docs/")]) <= PAGES
