"""The checker of the documents: links, anchors, generated parts, the law, and that what the documents tell a reader to type is true."""

from __future__ import annotations

import re

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
