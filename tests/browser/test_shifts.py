"""Nothing moves under a finger while a page on a phone loads: the layout shift as browsers count it, of which 0.1 is still good."""

from __future__ import annotations

import pytest

from deathmatch import games
from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser

PHONE = {"width": 412, "height": 823, "is_mobile": True, "has_touch": True}
MOST = 0.04  # of the page, times how far it goes
BY_DAY = ("letter-hunt/gambit", "guidance-rite/final")
WATCH = """
window.shifts = [];
const name = ({ node }) => node?.id || node?.className || node?.nodeName;
const noted = (list) => list.getEntries().map(({ value, sources }) => window.shifts.push([value, ...sources.map(name)]));
new PerformanceObserver(noted).observe({ type: "layout-shift", buffered: true });
"""
SHOWN = "() => document.querySelector('#picture svg [data-slot]') && !document.body.classList.contains('fresh')"
NAMES = [variant.id for variant in games.every()]
TWICE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def shifts(meet: Meet, path: str) -> list[list[float | str]]:
    """What moved by itself until the page was there, each with its part of the sum."""
    guest = meet("about:blank", coach=True, **PHONE)
    guest.page.add_init_script(WATCH)
    guest.page.goto(path)
    guest.page.wait_for_function(SHOWN)
    guest.page.evaluate(TWICE)
    found: list[list[float | str]] = guest.page.evaluate("window.shifts")
    return found


def total(found: list[list[float | str]]) -> float:
    return sum(float(one[0]) for one in found)


@pytest.mark.parametrize("path", ["/learn/letter-hunt", "/puzzles/even-groups"])
def test_a_lesson_keeps_the_place_of_its_picture_free(meet: Meet, path: str) -> None:
    found = shifts(meet, path)
    assert total(found) <= MOST, found


@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one in BY_DAY else pytest.mark.nightly) for one in NAMES])
def test_a_table_stands_where_it_stood_as_the_match_and_its_coach_come(server: Server, meet: Meet, name: str) -> None:
    made = server.make(variant=name)
    server.sit(made["seats"]["B"], "Bob")
    found = shifts(meet, f"/s/{made['seats']['A']}")
    assert total(found) <= MOST, found
