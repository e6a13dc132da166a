"""The form of the pages: small screens, weight, and what a checker of accessibility finds."""

from __future__ import annotations

import gzip
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OF_COLOURS, Meet, Person, Server, barriers

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}
FIRST_VISIT_BYTES = 100 * 1000

# Every visible thing that a finger may press, but for links inside a sentence and the text that a label wraps.
SMALL = """() => [...document.querySelectorAll('button, input, select, textarea, summary, a, [role=button], [role=tab]')]
  .filter((node) => node.checkVisibility() && !node.closest('article, .unseen, [hidden]') && !node.matches('.leap, #move:not(.full) #text'))
  .map((node) => node.matches('input[type=radio], input[type=checkbox]') ? node.closest('label') : node)
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([node, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5) && !node.matches('p > a'))
  .map(([node, box]) => `${node.outerHTML.slice(0, 80)} ${box.width}x${box.height}`)"""


def at_table(server: Server, meet: Meet, **more: Any) -> Person:
    """Ada, owing a move against Bob."""
    made = server.make(seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}", **more)
    ada.wait_for("on")
    return ada


@pytest.mark.parametrize("path", ["/", "/new", "/host", "/rules", "/rules/five-card-trick", "seat", "table", "over"])
def test_a_phone_scrolls_no_page_sideways_and_every_target_fits_a_finger(server: Server, meet: Meet, path: str) -> None:
    if path in ("table", "over"):
        guest = at_table(server, meet, **PHONE)
        if path == "over":
            guest.page.locator("#menu summary").click()
            guest.page.locator("#resign").click()
            guest.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
            guest.wait_for("over")
        else:
            guest.page.locator("[data-slot=hand-block]").click()
            guest.page.locator(".taken").wait_for()
    else:
        guest = meet(f"/s/{server.make()['seats']['B']}" if path == "seat" else path, **PHONE)
    assert guest.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert guest.page.evaluate(SMALL) == [] or path.startswith("/rules")


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


@pytest.mark.parametrize(("width", "opened"), [(360, False), (1440, True)])
def test_the_contents_of_a_book_stand_beside_it_or_out_of_its_way(meet: Meet, width: int, opened: bool) -> None:
    guest = meet("/rules/readme", width=width)
    expect(guest.page.get_by_role("link", name="Two commands that show a record")).to_be_visible(visible=opened)
    guest.page.get_by_text("All rule books").click()
    expect(guest.page.get_by_role("link", name="Two commands that show a record")).to_be_visible(visible=not opened)


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


@pytest.mark.nightly
@pytest.mark.parametrize("path", ["/", "/new", "seat", "table", "/rules/five-card-trick"])
def test_the_checker_of_accessibility_finds_nothing_on_a_page_that_opens_dark(server: Server, meet: Meet, path: str) -> None:
    assert barriers(checked(server, meet, path, "dark").page) == []


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
