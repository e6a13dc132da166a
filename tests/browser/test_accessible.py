"""The checker of accessibility goes over every table, and over pages on which no other test looks: wide, narrow, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import stand
from tests.browser.conftest import Meet, Server, barriers_in_light_and_dark
from tests.browser.test_space import VARIANTS, at_table, show

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def caster(server: Server, meet: Meet, **how: Any) -> Page:
    made = server.make(settings={"hidden": True, "caster": True}, host=True, seated=["Ann", "Bob"])
    page = meet(f"/c/{made['onlookers']['caster']}", **how).page
    expect(page.locator("figure .drawn svg")).to_have_count(2)
    return page


def hidden(server: Server, meet: Meet, **how: Any) -> Page:
    made = server.make(settings={"hidden": True}, host=True)
    page = meet(f"/w/{made['id']}", **how).page
    expect(page.locator("#late")).to_contain_text("once it is over")
    return page


def talk(server: Server, meet: Meet, **how: Any) -> Page:
    options: dict[str, Any] = {"onlookers": 2, "holds": 0, "first": "A", "lexicon": "any"}
    made = server.make(variant="letter-hunt/gambit", host=True, settings={"talk": 600}, seated=["Ada", "Bob"], **options)
    page = meet(f"/s/{made['seats']['A']}", **how).page
    page.get_by_role("button", name="Speak", exact=True).click()
    expect(page.get_by_text("Only the two of you and the host can read this.")).to_be_visible()
    return page


def seat(server: Server, meet: Meet, **how: Any) -> Page:
    return meet(f"/s/{server.make()['seats']['B']}", **how).page


PAGES: tuple[Callable[..., Page], ...] = (caster, hidden, talk, seat)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
@pytest.mark.parametrize("kind", PAGES, ids=lambda kind: kind.__name__)
def test_the_checker_of_accessibility_finds_nothing(server: Server, meet: Meet, kind: Any, width: int, height: int) -> None:
    page: Page = kind(server, meet, width=width, height=height)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert barriers_in_light_and_dark(page) == []


@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_at_any_table_is_a_barrier(server: Server, meet: Meet, name: str) -> None:
    stands = [each for each in stand.stands(name) if "sealed" not in each.kind]
    line = stand.line(stands[0])
    page = (ada := at_table(server, meet, name, line)).page
    found = []
    for each in stands:
        show(ada, line, each)
        found += [(each.kind, *one) for one in barriers_in_light_and_dark(page)]
        if each.kind != "the end" and page.locator("[data-markable]").count():
            page.locator("#marking").dispatch_event("click")
            page.locator("#picture [data-markable]").first.click()
            expect(page.locator("#notice")).to_be_hidden()  # a page that was too busy for its line says that it is back
            found += [(f"{each.kind}, marking", *one) for one in barriers_in_light_and_dark(page)]
            page.get_by_role("button", name="Done").click()
    assert found == []
