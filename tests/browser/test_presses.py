"""No press answers what it has asked itself: no double tap and no held key passes a question, a warning, or what came under the finger."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser import fake
from tests.browser.conftest import Meet, Server
from tests.browser.fake import Line, choice, step

pytestmark = pytest.mark.browser

OPENERS = {
    "seat": ("#resign", "#renew", "#away-button"),
    "host": ("#away-button", "#ruling", "#hooks", "#links"),
    "key": ("#again", "#delete"),
}
"""Whatever asks something in a dialog, by the page on which it stands."""

SIZES = {"tall": {"width": 390, "height": 844}, "wide": {"width": 844, "height": 390}}
MOMENT = 600  # ms
READS = ("hello", "ping")


def spy(page: Page) -> list[Any]:
    """What the page sends from now on, but for what only looks."""
    sent: list[Any] = []

    def frame(text: str | bytes) -> None:
        said = json.loads(text)
        if said["type"] not in READS:
            sent.append(said)

    def request(made: Request) -> None:
        if made.method == "POST":
            sent.append(made.url)

    page.on("websocket", lambda ws: ws.on("framesent", frame))
    page.on("request", request)
    return sent


def paused(server: Server, meet: Meet, role: str, size: str = "tall") -> tuple[Page, list[Any]]:
    """A page whose time stands still, and what it sends."""
    made = server.make(host=role == "host")
    path = {"seat": f"/s/{made['seats']['A']}", "host": f"/h/{made.get('host')}", "key": "/key"}[role]
    for seat, name in ("AB", "Ada"), ("BA", "Bob"):
        if role == "host" or name == "Bob":
            server.sit(made["seats"][seat[0]], name)
    page = meet("about:blank", base=server.url, has_touch=True, **SIZES[size]).page
    sent = spy(page)
    page.goto(path)
    if role == "key":
        page.get_by_role("button", name="Make a key").click()
        page.get_by_role("button", name="I have kept it").click()
    else:
        page.wait_for_function("() => document.body.dataset.mood")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    return page, sent


def ask(page: Page, opener: str) -> None:
    """Show the control that asks."""
    if page.locator("#menu").locator(opener).count():
        page.evaluate("document.getElementById('menu').open = !(document.getElementById('further').hidden = false)")
    if page.locator("#controls-rest").locator(opener).count() and page.locator(opener).is_hidden():
        page.locator("#controls-open").click()
    page.locator(opener).click(trial=True)


@pytest.mark.parametrize(
    ("role", "size"),
    [
        ("seat", "tall"),
        pytest.param("seat", "wide", marks=pytest.mark.nightly),
        pytest.param("host", "tall", marks=pytest.mark.nightly),
        pytest.param("key", "tall", marks=pytest.mark.nightly),
    ],
)
def test_a_double_tap_answers_no_question(server: Server, meet: Meet, role: str, size: str) -> None:
    page, sent = paused(server, meet, role, size)
    for opener in OPENERS[role]:
        ask(page, opener)
        box = page.locator(opener).bounding_box()
        assert box is not None
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        sent.clear()
        page.touchscreen.tap(*at)
        dialog = page.locator("dialog[open]")
        dialog.get_by_role("button").last.wait_for()
        covered = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('dialog button'))"
        if size == "tall":
            assert not page.evaluate(covered, at), f"{opener}: an answer lies under the finger"
        page.touchscreen.tap(*at)
        for button in dialog.get_by_role("button").all():
            button.evaluate("(one) => one.click()")
            button.dispatch_event("click", {"detail": 1})
        page.keyboard.press("Enter")
        expect(dialog).to_have_count(1)
        assert sent == [], opener
        page.clock.run_for(MOMENT)
        dialog.get_by_role("button", name="Close").or_(dialog.get_by_role("button", name="Cancel")).or_(
            dialog.get_by_role("button", name="Keep")
        ).click()
        expect(dialog).to_have_count(0)
    assert sent == []


@pytest.mark.nightly
@pytest.mark.parametrize("role", OPENERS)
def test_a_held_key_answers_no_question(server: Server, meet: Meet, role: str) -> None:
    page, sent = paused(server, meet, role)
    for opener in OPENERS[role]:
        ask(page, opener)
        page.locator(opener).focus()
        sent.clear()
        page.keyboard.down("Enter")
        dialog = page.locator("dialog[open]")
        dialog.get_by_role("button").last.wait_for()
        for pause in (0, MOMENT, MOMENT):
            page.clock.run_for(pause)
            page.keyboard.down("Enter")
            for button in dialog.get_by_role("button").all():
                button.focus()
                page.keyboard.down("Enter")
        page.keyboard.up("Enter")
        expect(dialog).to_have_count(1)
        assert sent == [], opener
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)


def test_the_press_that_is_warned_of_a_risk_does_not_send_the_move(server: Server, meet: Meet) -> None:
    line = Line(step(choice("all", key="a")), fake.picture(), {("all",): step(prefix=("all",), whole="all", warning="It is a lot.")})
    ada = fake.sit(server, meet, line, clock=True)
    submit, keyboard = ada.page.get_by_role("button", name="Send anyway"), ada.page.keyboard
    keyboard.press("a")
    ada.chosen("all")
    keyboard.down("Enter")
    expect(ada.page.get_by_role("alert")).to_have_text("It is a lot.")
    keyboard.down("Enter")
    keyboard.up("Enter")
    keyboard.press("Enter")
    submit.dispatch_event("click", {"detail": 1})
    assert line.submitted == []
    keyboard.down("Enter")
    ada.page.clock.run_for(MOMENT)
    keyboard.down("Enter")
    keyboard.up("Enter")
    assert line.submitted == []
    keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted == ["all"])
