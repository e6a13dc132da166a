"""A dense board at real pages: stones put together by taps and by keys, what they would do shown before they are sent, whole matches."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from deathmatch.games import find
from deathmatch.match.record import read
from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser

VARIANT = "even-groups/standard"
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
BOOK = (Path(__file__).parents[2] / "rules" / "even-groups.md").read_text("utf-8")


def moves_of(events: str) -> list[tuple[str, str]]:
    """Who played what, in canonical notation."""
    record = read(f"deathmatch 1\ngame {VARIANT}\n{events}", find)
    return [(str(entry.actor), entry.text) for entry in record.entries]


def table(server: Server, meet: Meet, *events: str, **options: Any) -> Person:
    """Ada, whose turn it is, at A: she is Orange."""
    more = {key: options.pop(key) for key in ("width", "height", "has_touch", "is_mobile", "color_scheme") if key in options}
    made = server.make(variant=VARIANT, white="B", **options)
    server.sit(made["seats"]["B"], "Bob")
    for ply, event in enumerate(events):
        seat, text = event.split(" ", 1)
        server.submit(made["seats"][seat], ply, text)
    ada = meet(f"/s/{made['seats']['A']}", **more)
    ada.wait_for("on")
    ada.settled()
    return ada


def cell(person: Person, name: str) -> Any:
    return person.page.locator(f"#picture [data-slot=cell-{name.lower()}]")


def tap(person: Person, name: str, dx: float = 0, dy: float = 0) -> None:
    """A finger on a cell, or beside its middle by so many CSS pixels."""
    box = cell(person, name).locator("> :first-child").bounding_box()
    x, y = box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy
    if person.page.evaluate("navigator.maxTouchPoints"):
        person.page.touchscreen.tap(x, y)
    else:
        person.page.mouse.click(x, y)


def holds(person: Person, name: str) -> str:
    """What lies on a cell, as it is painted; empty for nothing."""
    markup: str = cell(person, name).inner_html()
    return "orange" if 'class="warm"' in markup else "white" if 'class="pale"' in markup else ""


def put(person: Person, colour: str, name: str) -> None:
    """A stone by taps: once, and once more where it is not of the colour yet."""
    tap(person, name)
    expect(cell(person, name)).to_have_class(re.compile("chosen"))
    expect(person.page.locator("body")).not_to_have_class(re.compile("asking"))
    if holds(person, name) != colour:
        tap(person, name)
        expect(cell(person, name).locator(f".{'warm' if colour == 'orange' else 'pale'}").first).to_be_visible()


def count(person: Person, colour: str) -> str:
    return person.page.locator(f"[data-slot=count-{colour}]").get_attribute("aria-label") or ""


@pytest.mark.nightly
def test_a_whole_match_by_taps_on_two_phones_before_a_watcher(server: Server, meet: Meet) -> None:
    """Example 5 of the book: the board of side 3 is blocked with two cells empty."""
    example = BOOK[BOOK.index("### 5 ") :].split("```dm\n")[1].split("```")[0]
    made = server.make(variant=VARIANT, side=3, white="A", seated=["Bob"])
    people = {seat: meet(f"/s/{made['seats'][seat]}", **PHONE) for seat in "AB"}
    watcher = meet(f"/w/{made['id']}", **PHONE)
    events = "\n".join(line for line in example.splitlines()[2:] if not line.startswith("#"))
    for seat, text in moves_of(events):
        person, other = people[seat], people["B" if seat == "A" else "A"]
        person.wait_for("on")
        words = text.split()
        for colour, name in zip(words[::2], words[1::2], strict=True):
            put(person, colour, name)
        person.chosen(text)
        assert not holds(other, words[1])  # nobody else sees what is only chosen
        person.page.locator("#submit").tap()
    for person, whose in ((people["A"], "Bob's"), (people["B"], "your"), (watcher, "Bob's")):
        person.wait_for("over")
        expect(person.page.locator("#aside")).to_have_text(f"No legal move is left, and {whose} colour is even.")
        assert count(person, "white").split(": ")[1].startswith("3 groups, odd")
        assert count(person, "orange").split(": ")[1].startswith("2 groups, even, the winner")
        assert not holds(person, "A1")
        assert person.page.evaluate("document.documentElement.scrollWidth") == 360
    assert (people["A"].result(), people["B"].result(), watcher.result()) == ("You lost", "You won", "Bob won")


def test_a_stone_is_shown_and_counted_before_it_is_sent_and_goes_again(server: Server, meet: Meet) -> None:
    ada = table(server, meet, "B orange C3", side=3)
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


def test_a_finger_that_rests_on_small_cells_sees_them_enlarged_and_slides_to_the_one_it_means(server: Server, meet: Meet) -> None:
    ada = table(server, meet, "B orange C3", side=8, **{key: PHONE[key] for key in ("width", "height", "has_touch", "is_mobile")})
    line = ada.page.context.new_cdp_session(ada.page)

    def finger(kind: str, *at: float) -> None:
        line.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": [{"x": at[0], "y": at[1]}] if at else []})

    def where(name: str) -> tuple[float, float]:
        box = cell(ada, name).locator("> :first-child").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    finger("Start", *where("H8"))
    glass = ada.page.locator(".glass")
    expect(glass.locator("[data-slot=cell-h8]")).to_have_class(re.compile("aimed"))
    finger("Move", *where("G9"))
    expect(glass.locator(".aimed")).to_have_attribute("data-slot", "cell-g9")
    expect(glass).to_contain_text("G9")
    finger("End")
    expect(glass).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Take back White on G9")).to_be_visible()
    assert not holds(ada, "H8")
    x, y = where("K4")
    finger("Start", x, y)
    finger("Move", x, y + 40)  # it scrolls
    ada.page.wait_for_timeout(300)
    expect(glass).to_have_count(0)
    finger("End")
    expect(ada.page.get_by_role("button", name=re.compile("^Take back"))).to_have_count(1)
