"""The form of the pages: small screens, weight, and what a checker of accessibility finds."""

from __future__ import annotations

import gzip
from typing import Any

import httpx
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


@pytest.mark.parametrize("width", [360, *(pytest.param(width, marks=pytest.mark.nightly) for width in (768, 1440))])
def test_the_end_says_who_won_however_long_the_names_are(server: Server, meet: Meet, width: int) -> None:
    made = server.make(name="W" * 40)
    server.sit(made["seats"]["B"], "M" * 40)
    ada = meet(f"/s/{made['seats']['A']}", width=width)
    ada.wait_for("on")
    assert httpx.post(f"{server.url}/api/seats/{made['seats']['A']}/resign").status_code == 200
    ada.wait_for("over")
    assert ada.page.evaluate("document.documentElement.scrollWidth") == width
    for part in (".bar h1", "#rules", "#menu"):
        box = ada.page.locator(part).bounding_box()
        assert box is not None
        assert box["width"] >= 40, part
        assert box["x"] + box["width"] <= width, part


def test_a_first_visit_weighs_less_than_100_kilobytes(server: Server, meet: Meet) -> None:
    for path in ("/", f"/s/{server.make(against='bot:random')['seats']['A']}"):
        guest = meet("about:blank", fresh=True)
        line = guest.page.context.new_cdp_session(guest.page)
        line.send("Network.enable")
        loaded: list[float] = []  # bytes of each answer on the line, with its headers
        line.on("Network.loadingFinished", lambda said, loaded=loaded: loaded.append(said["encodedDataLength"]))
        guest.page.goto(path)
        guest.page.wait_for_load_state("networkidle")
        assert len(loaded) > 5
        assert sum(loaded) + sum(len(frame) for frame in guest.frames) < FIRST_VISIT_BYTES


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


def test_the_first_page_weighs_at_most_60_kilobytes_without_its_pictures(meet: Meet) -> None:
    guest = meet("about:blank", reduced_motion="reduce")
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    loaded: list[float] = []
    line.on("Network.loadingFinished", lambda said: loaded.append(said["encodedDataLength"]))
    guest.page.goto("/")
    guest.page.wait_for_load_state("networkidle")
    pictures = guest.page.evaluate("[...document.querySelectorAll('.scene svg')].map((one) => one.outerHTML).join('')")
    assert len(guest.page.query_selector_all(".scene svg")) == 5
    assert sum(loaded) - len(gzip.compress(pictures.encode())) <= 60 * 1024
