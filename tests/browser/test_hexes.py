"""A dense board at real pages: what a stone would do is shown before it is sent, and a finger finds the cell that it means."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server, finger_on

pytestmark = pytest.mark.browser

VARIANT = "even-groups/standard"
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


def table(server: Server, meet: Meet, side: int, **more: Any) -> Person:
    """Ada, who is Orange and whose turn it is, after the first stone of Bob."""
    made = server.make(variant=VARIANT, white="B", side=side, seated=["Bob"])
    server.submit(made["seats"]["B"], 0, "orange C3")
    ada = meet(f"/s/{made['seats']['A']}", **more)
    ada.wait_for("on")
    ada.settled()
    return ada


def cell(person: Person, name: str) -> Any:
    return person.page.locator(f"#picture [data-slot=cell-{name.lower()}]")


def middle(person: Person, name: str) -> tuple[float, float]:
    """Where a cell lies on the screen."""
    box = cell(person, name).locator("> :first-child").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(person: Person, name: str) -> None:
    person.page.mouse.click(*middle(person, name))


def holds(person: Person, name: str) -> str:
    """What lies on a cell, as it is painted; empty for nothing."""
    markup: str = cell(person, name).inner_html()
    return "orange" if 'class="warm"' in markup else "white" if 'class="pale"' in markup else ""


def count(person: Person, colour: str) -> str:
    return person.page.locator(f"[data-slot=count-{colour}]").get_attribute("aria-label") or ""


def test_a_stone_is_shown_and_counted_before_it_is_sent_and_goes_again(server: Server, meet: Meet) -> None:
    ada = table(server, meet, 3)
    before = {colour: count(ada, colour) for colour in ("white", "orange")}
    expect(ada.page.locator(".lit:visible")).to_have_count(0)
    ways: list[Callable[[], object]] = [
        lambda: ada.page.keyboard.press("Escape"),
        lambda: tap(ada, "B2"),
        lambda: ada.page.get_by_role("button", name="Take back").click(),
    ]
    for take_back in ways:
        tap(ada, "B2")
        expect(ada.page.locator("#prompt")).to_contain_text("White on B2")
        assert holds(ada, "B2") == "white"
        assert count(ada, "white").endswith("1 group, odd; B2")
        expect(cell(ada, "E3").locator(".lit")).to_be_visible()  # two more groups, of whichever colour
        expect(cell(ada, "B1").locator(".lit")).to_be_visible()  # orange there is a group of its own
        tap(ada, "B2")
        expect(ada.page.locator("#prompt")).to_contain_text("Orange on B2")
        assert holds(ada, "B2") == "orange"
        expect(ada.page.get_by_role("button", name=re.compile("^Take back"))).to_have_count(1)
        take_back()
        expect(ada.page.get_by_role("button", name=re.compile("^Take back"))).to_have_count(0)
        assert not holds(ada, "B2")
        assert before == {colour: count(ada, colour) for colour in ("white", "orange")}


@pytest.mark.nightly
def test_a_finger_that_rests_on_small_cells_sees_them_enlarged_and_slides_to_the_one_it_means(server: Server, meet: Meet) -> None:
    ada = table(server, meet, 8, **PHONE)
    finger = finger_on(ada.page)
    finger("Start", middle(ada, "H8"))
    glass = ada.page.locator(".glass")
    expect(glass.locator("[data-slot=cell-h8]")).to_have_class(re.compile("aimed"))
    finger("Move", middle(ada, "G9"))
    expect(glass.locator(".aimed")).to_have_attribute("data-slot", "cell-g9")
    expect(glass).to_contain_text("G9")
    finger("End")
    expect(glass).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Take back White on G9")).to_be_visible()
    assert not holds(ada, "H8")
    x, y = middle(ada, "K4")
    finger("Start", (x, y))
    finger("Move", (x, y + 40))  # it scrolls
    ada.page.wait_for_timeout(300)
    expect(glass).to_have_count(0)
    finger("End")
    expect(ada.page.get_by_role("button", name=re.compile("^Take back"))).to_have_count(1)
