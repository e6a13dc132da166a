"""On a package index the README's links lead to the files of the release, and the metadata names the repository, if the build knows it."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch import __version__
from tools import index_page
from tools.conventions import ROOT
from tools.index_page import VARIABLE, readme, relative_links

AT = "https://example.org/ann/doors"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](docs/a.md)", f"[a]({AT}/blob/v1/docs/a.md)"),
        ("[a](./docs/a.md#b)", f"[a]({AT}/blob/v1/docs/a.md#b)"),
        ("[a](#b)", f"[a]({AT}/blob/v1/README.md#b)"),
        ('![a](b.png "c d")', f'![a]({AT}/raw/v1/b.png "c d")'),
        ("[![a](b.png)](c.md)", f"[![a]({AT}/raw/v1/b.png)]({AT}/blob/v1/c.md)"),
        ("[`a`](<b.md>), [c](d.md)", f"[`a`]({AT}/blob/v1/b.md), [c]({AT}/blob/v1/d.md)"),
        ("[a](https://example.com/b) [c](mailto:d@example.com)", "[a](https://example.com/b) [c](mailto:d@example.com)"),
        ("`[a](b.md)`\n```\n[c](d.md)\n```\n[e](f.md)", f"`[a](b.md)`\n```\n[c](d.md)\n```\n[e]({AT}/blob/v1/f.md)"),
    ],
)
def test_a_relative_link_leads_to_the_file_of_the_tag(text: str, expected: str) -> None:
    assert readme(text, AT, "v1") == expected
    assert relative_links(expected) == []


def filled(environment: dict[str, str], **there: Any) -> dict[str, Any]:
    metadata = {"version": __version__, **there}
    index_page.update(ROOT, environment, metadata)
    return metadata


def test_with_an_address_it_has_five_addresses_and_a_readme_whose_links_lead_there() -> None:
    made = filled({VARIABLE: AT})
    assert list(made["urls"]) == ["Homepage", "Documentation", "Source", "Issues", "Changelog"]
    assert all(url.startswith(AT) for url in made["urls"].values())
    assert f"/v{__version__}/CHANGELOG.md" in made["urls"]["Changelog"]
    assert made["readme"]["content-type"] == "text/markdown"
    assert f"]({AT}/blob/v{__version__}/docs/library.md)" in made["readme"]["text"]
