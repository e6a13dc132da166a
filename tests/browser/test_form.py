"""The form of the pages: small screens, weight, and what a checker of accessibility finds."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.browser.conftest import OF_COLOURS, Meet, Person, Server, barriers

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
FIRST_VISIT_BYTES = 100 * 1000


def at_table(server: Server, meet: Meet, **more: Any) -> Person:
    """Ada, owing a move against Bob."""
    made = server.make(seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}", **more)
    ada.wait_for("on")
    return ada


def test_longest_name_and_largest_options_stay_inside_a_phone(server: Server, meet: Meet) -> None:
    made = server.make(name="W" * 40, bank=1_000_000, time_submit=86_400)
    server.sit(made["seats"]["B"], "M" * 40)
    ada = meet(f"/s/{made['seats']['A']}", **PHONE)
    ada.wait_for("on")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    for seat in "AB":
        clock = ada.page.locator(f"#clock-{seat}").bounding_box()
        assert clock is not None
        assert clock["x"] + clock["width"] <= PHONE["width"]


def loaded(meet: Meet, path: str, **more: Any) -> tuple[Person, float]:
    """A guest at a page, and the bytes of its answers on the line, with their headers."""
    guest = meet("about:blank", **more)
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda said: sizes.append(said["encodedDataLength"]))
    guest.page.goto(path)
    guest.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    return guest, sum(sizes)


def test_a_first_visit_to_a_table_weighs_less_than_100_kilobytes(server: Server, meet: Meet) -> None:
    guest, weight = loaded(meet, f"/s/{server.make(against='bot:random')['seats']['A']}", fresh=True)
    assert weight + sum(len(frame) for frame in guest.frames) < FIRST_VISIT_BYTES


def test_the_first_page_weighs_at_most_60_kilobytes_without_its_pictures(meet: Meet) -> None:
    guest, weight = loaded(meet, "/", fresh=True, reduced_motion="reduce")
    pictures = guest.page.evaluate("[...document.querySelectorAll('.scene svg')].map((one) => one.outerHTML).join('')")
    assert len(guest.page.query_selector_all(".scene svg")) == 5
    assert weight - len(gzip.compress(pictures.encode())) <= 60 * 1024


PAPER = "getComputedStyle(document.body).backgroundColor"


def checked(server: Server, meet: Meet, path: str, scheme: Any) -> Person:
    """Somebody at a page of this scheme."""
    if path == "table":
        guest = at_table(server, meet, color_scheme=scheme)
        guest.page.keyboard.press("s")
        guest.page.locator(".taken").wait_for()
    else:
        guest = meet(f"/s/{server.make()['seats']['B']}" if path == "seat" else path, color_scheme=scheme)
    return guest


@pytest.mark.parametrize(
    "path", ["/", "/new", "table", *(pytest.param(path, marks=pytest.mark.nightly) for path in ("seat", "/rules/five-card-trick"))]
)
def test_the_checker_of_accessibility_finds_nothing(server: Server, meet: Meet, path: str) -> None:
    guest = checked(server, meet, path, "light")
    assert barriers(guest.page) == []
    before = guest.page.evaluate(PAPER)
    guest.page.emulate_media(color_scheme="dark")
    guest.page.wait_for_function(f"before => {PAPER} !== before", arg=before)
    guest.page.wait_for_function("() => !document.getAnimations().some((one) => one instanceof CSSTransition)")
    assert barriers(guest.page, OF_COLOURS) == []
