"""Looking back at a finished match: what the advisor says, beside the picture, by click and by key. The toy game has an advisor."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Meet, Person, Server
from tests.browser.test_form import AXE

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
PROGRAM = f"import os, sys; os.chdir({str(ROOT)!r}); os.execv(sys.executable, [sys.executable, '-m', 'tests.toy_server', *sys.argv[1:]])"
OPEN = {"publish": True, "by_hand": True}
MOVES = (("host", "cards A:4 B:5"), ("A", "bid 4"), ("B", "bid 1"), ("A", "guess 4"), ("A", "again 5"), ("host", "refill 3"))
PLIES = (0, 1, 1, 2, 3, 4)


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy game besides."""
    made = Server(tmp_path_factory.mktemp("toys"), program=PROGRAM)
    made.start()
    yield made
    made.kill(signal.SIGTERM)


def post(server: Server, path: str, **body: Any) -> Any:
    answer = httpx.post(f"{server.url}{path}", json=body)
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
    return {"A": f"/s/{seats['A']}", "B": f"/s/{seats['B']}", "host": f"/h/{made['host']}", "watcher": f"/w/{made['id']}"}


def at_review(server: Server, meet: Meet, path: str, **more: Any) -> Person:
    """Somebody who has opened the review."""
    guest = meet(path, base=server.url, **more)
    guest.wait_for("over")
    guest.page.get_by_role("button", name="Review").click()
    guest.page.locator(".remark").first.wait_for()
    return guest


def test_a_finished_match_is_looked_back_at_beside_its_picture(toys: Server, meet: Meet) -> None:
    page = at_review(toys, meet, played(toys)["A"]).page
    expect(page.get_by_role("tab", name="Review")).to_have_attribute("aria-selected", "true")
    panel = page.get_by_role("tabpanel", name="Review")
    expect(panel.get_by_text("Ada made 1, Bob 1 mistakes.")).to_be_visible()
    expect(panel.get_by_role("img", name="Share of the points of Ada: 50 % at the start, 100 % at the end")).to_be_visible()
    assert page.locator(".chart circle.amiss").count() == 2
    remarks = panel.get_by_role("list", name="Remarks").get_by_role("button")
    assert remarks.count() == 6
    expect(remarks.nth(2)).to_have_text(
        re.compile(r"2 Bob.*mistake.*Bob could have won the bid\..*bid 1.*0 %.*Better: bid 5, wins the bid.*100 %")
    )
    remarks.nth(3).click()
    expect(page.locator("#at-words")).to_have_text("3 of 5")
    expect(remarks.nth(3)).to_have_attribute("aria-current", "true")
    expect(page.locator("#aside")).to_have_text("Mistake: That was not the number. Better: guess 5. again is due.")
    expect(page.locator("#live")).to_contain_text("Mistake: That was not the number.")
    assert page.locator(".chart .here").get_attribute("d")
    page.get_by_role("button", name="Next position").click()
    expect(remarks.nth(4)).to_have_attribute("aria-current", "true")
    expect(remarks.nth(3)).not_to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#owe")).to_have_text("You won")
    expect(remarks.nth(3)).to_be_focused()
    expect(page.locator(".remark[aria-current]")).to_have_count(0)
    page.get_by_role("tab", name="Log").click()
    expect(panel).to_be_hidden()


def test_keys_alone_will_do(toys: Server, meet: Meet) -> None:
    guest = meet(played(toys)["watcher"], base=toys.url)
    guest.wait_for("over")
    page = guest.page
    page.locator("#advise").focus()
    page.keyboard.press("Enter")
    page.locator(".remark").first.wait_for()
    expect(page.get_by_role("tab", name="Review")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Log")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    for _ in range(3):  # the panel, the first remark, the second
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#at-words")).to_have_text("2 of 5")
    expect(page.locator(".remark").nth(1)).to_be_focused()
    assert page.locator(".remark[aria-current]").count() == 2, "both answered that question"


def test_whoever_is_not_given_the_record_has_no_button(toys: Server, meet: Meet) -> None:
    paths = played(toys, by_hand=True)
    for role, there in (("A", 0), ("host", 1)):
        guest = meet(paths[role], base=toys.url)
        guest.wait_for("over")
        expect(guest.page.locator("#advise")).to_have_count(there)


def test_what_goes_wrong_is_said_and_the_button_tries_again(toys: Server, meet: Meet) -> None:
    guest = meet(played(toys)["A"], base=toys.url, quiet=False)
    guest.wait_for("over")
    page = guest.page
    answers = [
        (503, {"reason": "this match could not be reviewed; try again later"}),
        (202, {"state": "making"}),
        (202, {"state": "making"}),
    ]

    def answer(route: Route) -> None:
        if answers:
            status, body = answers.pop(0)
            route.fulfill(status=status, content_type="application/json", body=json.dumps(body))
        else:
            route.continue_()

    page.route("**/review", answer)
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("This match could not be reviewed; try again later.")).to_be_visible()
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("Ada made 1, Bob 1 mistakes.")).to_be_visible()
    expect(page.locator("#panel-lookback > [role=status]")).to_be_empty()
    assert answers == []


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_it_fits_and_the_checker_of_accessibility_finds_nothing(toys: Server, meet: Meet, width: int, scheme: str) -> None:
    asked: list[str] = []
    guest = meet("about:blank", base=toys.url, width=width, color_scheme=scheme)
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.page.goto(played(toys)["A"])
    guest.wait_for("over")
    assert not any("review.js" in url for url in asked), "only whoever asks loads it"
    guest.page.get_by_role("button", name="Review").click()
    guest.page.locator(".remark").nth(2).click()
    expect(guest.page.locator("#at-words")).to_have_text("2 of 5")
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
    expect(guest.page.locator("#picture")).to_be_in_viewport()
    guest.page.evaluate(AXE.read_text("utf-8"))
    violations = guest.page.evaluate("axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})")
    assert [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in violations["violations"]] == []
