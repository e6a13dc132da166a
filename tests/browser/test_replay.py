"""The replay of a finished match, and of a record that a reader brings: by click and by key. The toy game has an advisor."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import WITHIN, Meet, Server, barriers
from tests.tooling.serving import serving

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
OPEN = {"publish": True, "by_hand": True}
MOVES = (("host", "cards A:4 B:5"), ("A", "bid 4"), ("B", "bid 1"), ("A", "guess 4"), ("A", "again 5"), ("host", "refill 3"))
PLIES = (0, 1, 1, 2, 3, 4)
RECORD = ROOT / "tests" / "records" / "five-card-trick-gauntlet-whole.dm"


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy game besides."""
    with serving((sys.executable, "-m", "tests.toy_server"), tmp_path_factory.mktemp("toys"), cwd=ROOT) as url:
        yield Server(url)


def post(server: Server, path: str, **body: Any) -> Any:
    answer = httpx.post(f"{server.url}{path}", json=body, timeout=WITHIN / 1000)
    assert answer.is_success, answer.text
    return answer.json()


def played(server: Server, **settings: Any) -> dict[str, str]:
    """A match of one round between Ada and Bob; the paths of its pages by role."""
    wanted = {"variant": "toy/lenient", "seats": {"A": "friend", "B": "friend"}, "options": {"rounds": 1}, "host": True}
    made = post(server, "/api/matches", **wanted, settings=settings or OPEN)
    seats = made["seats"]
    for seat, name in (("A", "Ada"), ("B", "Bob")):
        post(server, f"/api/seats/{seats[seat]}", name=name)
    for ply, (who, text) in zip(PLIES, MOVES, strict=True):
        if who != "host":
            server.submit(seats[who], ply, text)
        elif (settings or OPEN).get("by_hand"):
            post(server, f"/api/hosts/{made['host']}/deal", ply=ply, text=text)
    links = {"A": f"/s/{seats['A']}", "B": f"/s/{seats['B']}", "host": f"/h/{made['host']}", "watcher": f"/w/{made['id']}"}
    return {**links, "id": made["id"], "replay": f"/r/{made['id']}"}


def opened(server: Server, meet: Meet, path: str, **more: Any) -> Page:
    """A page that is there, with its film."""
    page = meet(path, base=server.url, **more).page
    expect(page.locator("body")).to_have_attribute("data-state", "ready")
    return page


def test_a_match_is_played_through_by_clicks_and_keys(toys: Server, meet: Meet) -> None:
    page = opened(toys, meet, f"{played(toys)['replay']}?ply=0")
    count, log = page.locator("#count"), page.locator("#log button")
    expect(count).to_have_text("0 of 5")
    first = page.locator("#picture").inner_text()
    page.get_by_role("button", name="Forward").click()
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("2 of 5")
    page.keyboard.press("End")
    expect(page.locator("#result")).to_have_text(re.compile("^Ada won"))
    expect(page).to_have_url(re.compile(r"\?ply=5"))
    log.first.click()
    expect(log.first).to_have_attribute("aria-current", "step")
    page.keyboard.press("Home")
    expect(count).to_have_text("0 of 5")
    assert page.locator("#picture").inner_text() == first, "there and back again"
    expect(page.locator("#outcome-A")).to_contain_text("won ★")


@pytest.mark.nightly
def test_every_eye_looks_once_it_is_over(toys: Server, meet: Meet) -> None:
    page = opened(toys, meet, f"{played(toys)['replay']}?ply=1")
    public = page.locator("#words").inner_text(), page.locator("#picture").inner_html()
    page.locator("#eye").select_option("A")
    expect(page).to_have_url(re.compile(r"eye=A"))
    expect(page.locator("#count")).to_have_text("1 of 5")
    assert page.locator("#picture").inner_html() != public[1]
    expect(page.locator("#screen > .plate")).to_have_text([re.compile("Bob"), re.compile("Ada")])
    page.locator("#eye").select_option("B")
    expect(page.locator("#screen > .plate")).to_have_text([re.compile("Ada"), re.compile("Bob")])


def test_the_review_says_who_won_and_stays_above_the_remark_on_the_position(toys: Server, meet: Meet) -> None:
    paths = played(toys)
    guest = meet(paths["A"], base=toys.url, width=390, height=844)
    guest.wait_for("over")
    guest.page.get_by_role("link", name="Review").click()
    page = guest.page
    panel = page.get_by_role("tabpanel", name="Review")
    expect(panel.locator(".verdicts")).to_be_in_viewport(ratio=1)
    expect(panel.locator(".remarks > li:visible")).to_have_count(4)
    expect(panel.locator(".axis")).to_have_text("100 %50 %0 %")
    expect(panel.locator(".verdicts > p")).to_have_text("You won. Ada has more.")
    panel.locator("[data-at='1']").last.get_by_role("button", name="Show", exact=True).last.click()  # of the second remark
    expect(page.locator("#count")).to_have_text("1 of 5")  # where the choice was made
    expect(page.locator("#stage")).to_have_text(re.compile(r", before the choice$"))
    expect(panel.locator(".figures")).to_have_text(re.compile(r"^\d+\s%$"))
    for way in ("Previous", "Next"):
        page.get_by_role("button", name=f"{way} remark").click()
        expect(panel.locator("[aria-current]")).to_be_in_viewport(ratio=0.5)
    panel.get_by_role("button", name="Better move").first.click()
    expect(page.locator("body")).to_have_attribute("data-whatif", "yes")
    expect(page.locator("#told")).not_to_be_empty()
    page.locator(".graph button").click(position={"x": 2, "y": 40})
    expect(page.locator("#count")).to_have_text("0 of 5")
    expect(page.locator("body")).not_to_have_attribute("data-whatif", "yes")
    page.get_by_role("tab", name="Log").click()
    expect(page.locator("#picture svg")).to_be_in_viewport(ratio=1)


@pytest.mark.nightly
def test_a_record_is_opened_and_played_on(toys: Server, meet: Meet) -> None:
    page = meet("/open", base=toys.url, quiet=False).page
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("The record is empty")).to_be_visible()
    page.get_by_label("Or paste the text").fill("deathmatch 1\ngame five-card-trick/gauntlet\nA score score score\n")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#bring-error")).to_have_text(re.compile(r"^Line 3: "))
    text = "deathmatch 1\ngame five-card-trick/gauntlet\nname A José\nA resign\n"
    for encoding, told in (("cp1252", "Line 3 is not UTF-8 text; save the file as UTF-8."), ("utf-16", "Line 1 is not UTF-8 text")):
        page.locator("#file").set_input_files({"name": "a.dm", "mimeType": "text/plain", "buffer": text.encode(encoding)})
        expect(page.locator("#bring-error")).to_contain_text(told)
    page.locator("#file").set_input_files({"name": "a.dm", "mimeType": "text/plain", "buffer": b"#" * 131_073})
    expect(page.locator("#bring-error")).to_contain_text("The file a.dm is too large: it has 131073 bytes, and 131072 are allowed.")
    page.locator("#file").set_input_files(RECORD)
    expect(page.locator("body")).to_have_attribute("data-state", "ready")
    expect(page.get_by_role("heading", level=1)).to_have_text("Five-Card Trick gauntlet")
    expect(page.locator("#bring")).to_be_hidden()
    page.locator("#log summary").nth(2).click()
    expect(page.locator("#stage")).to_have_text(re.compile("^Round 3 "))
    page.get_by_role("button", name="Play from here").click()
    expect(page.locator(".continuing")).to_contain_text("this position: Round 4 ")
    page.locator("#go-whom").select_option("friend")
    page.locator("#go-name").fill("Cleo")
    page.get_by_role("button", name="Play", exact=True).last.click()
    page.wait_for_url(re.compile("/s/"))
    seat = page.url.rsplit("/", 1)[1]
    table = httpx.get(f"{toys.url}/api/seats/{seat}").json()["table"]
    assert (table["past"], table["names"]["A"]) == (6, "Cleo")


@pytest.mark.parametrize(
    ("width", "height", "scheme"),
    [
        (360, 740, "light"),
        pytest.param(740, 360, "dark", marks=pytest.mark.nightly),
        pytest.param(1280, 800, "dark", marks=pytest.mark.nightly),
    ],
)
def test_it_fits_and_the_checker_of_accessibility_finds_nothing(toys: Server, meet: Meet, width: int, height: int, scheme: str) -> None:
    guest = meet("about:blank", base=toys.url, width=width, color_scheme=scheme)
    page = guest.page
    page.set_viewport_size({"width": width, "height": height})
    for path, tab in ((f"{played(toys)['replay']}?ply=2#review", "#panel-review .remarks"), ("/open", "#bring")):
        page.goto(f"{toys.url}{path}")
        page.locator(tab).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert barriers(page) == []
    page.goto(f"{toys.url}{played(toys)['replay']}")
    expect(page.locator("#picture svg")).to_be_visible()
    box = page.locator("#picture svg").bounding_box()
    deck = page.locator(".deck").bounding_box()
    assert box is not None
    assert deck is not None
    assert box["y"] + box["height"] <= deck["y"] + 1 or box["x"] + box["width"] <= deck["x"] + 1, "the picture is covered"
    page.locator("#tab-more").dispatch_event("click")
    on = page.locator("#continue").bounding_box()
    assert on is not None
    assert on["y"] + on["height"] <= height, "to play from here nobody has to scroll"
