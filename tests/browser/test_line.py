"""Lines that break, servers that die, two tabs of one seat: nothing typed is lost, and the match goes on."""

from __future__ import annotations

import json

import httpx
import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser import fake
from tests.browser.conftest import Meet, Server
from tests.browser.test_speaking import hears, listen

pytestmark = pytest.mark.browser


def test_a_lost_line_says_so_once_keeps_what_was_typed_and_comes_back_with_what_happened(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    lines: list[WebSocketRoute] = []
    dead = False

    def relay(route: WebSocketRoute) -> None:
        lines.append(route)
        if dead:
            route.close(code=1012)
        else:
            route.connect_to_server()

    ada = meet(f"/s/{made['seats']['A']}", lines=relay)
    ada.wait_for("on")
    listen(ada)
    box = ada.page.get_by_role("textbox", name="Your move")
    box.fill("score gr")
    dead = True
    lines[0].close(code=1012)
    expect(ada.page.locator("#notice")).to_contain_text("Connection lost. Reconnecting (attempt 2)")
    expect(box).to_have_value("score gr")
    ada.page.get_by_role("button", name="Submit").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("nothing was sent")
    server.submit(made["seats"]["A"], 0, "score claim")  # at another page of this seat
    server.submit(made["seats"]["B"], 0, "grow steal")
    httpx.post(f"{server.url}/api/seats/{made['seats']['B']}/chat", json={"text": "are you there?"}).raise_for_status()
    dead = False
    hears(ada, "Connection lost", "Reconnected.", "Bob (player B) writes: are you there?")
    expect(ada.page.locator("#log")).to_contain_text("B grow steal")
    ada.wait_for("on")
    expect(box).to_have_value("")  # it belonged to the question that was answered elsewhere


class Hung:
    """Lines of a page, of which some are led to a server that stands still: they stay open, and nothing comes through any more.

    Attributes:
        lines: all of them, in the order in which the page opened them.
        still: the numbers of those that hang; more than there are, if lines to come are to hang.
        sent: the types of the messages that the page sent over each line.
        heard: the same of those that it got.
    """

    def __init__(self) -> None:
        self.lines: list[WebSocketRoute] = []
        self.still: set[int] = set()
        self.sent: list[list[str]] = []
        self.heard: list[list[str]] = []

    def passes(self, number: int) -> bool:
        """Whether what the page sends over this line reaches the server."""
        return number not in self.still

    def relay(self, route: WebSocketRoute) -> None:
        number, server = len(self.lines), route.connect_to_server()
        self.lines.append(route)
        self.sent.append([])
        self.heard.append([])

        def out(message: str | bytes) -> None:
            self.sent[number].append(json.loads(message)["type"])
            if self.passes(number):
                server.send(message)

        def back(message: str | bytes) -> None:
            if number not in self.still:
                self.heard[number].append(json.loads(message)["type"])
                route.send(message)

        route.on_message(out)
        server.on_message(back)


def test_a_tab_that_gave_way_to_others_comes_back_when_it_is_looked_at_and_not_before(server: Server, meet: Meet) -> None:
    line = Hung()
    ada = meet("about:blank", lines=line.relay)
    ada.page.clock.install()
    ada.page.goto(f"/s/{server.make(seated=['Bob'])['seats']['A']}")
    ada.wait_for("on")
    line.lines[0].close(code=4410)
    notice = ada.page.locator("#notice")
    expect(notice).to_contain_text("open in too many tabs")
    ada.page.clock.run_for(60_000)
    assert len(line.lines) == 1
    ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(notice).to_contain_text("Reconnected.")
    assert len(line.lines) == 2


@pytest.mark.nightly
def test_a_line_whose_server_stands_still_is_left_for_another_one_and_what_it_did_not_answer_is_sent_again(
    server: Server, meet: Meet
) -> None:
    seats, line = server.make(seated=["Bob"])["seats"], Hung()
    ada = meet(f"/s/{seats['A']}", lines=line.relay)
    box = ada.page.get_by_role("textbox", name="Your move")
    ada.wait_for("on")
    fake.until(ada, lambda: line.sent[0].count("ping") > 1)  # from then on it notices at once
    line.still |= {0, 1}  # the load balancer sends the next line to the same server
    server.submit(seats["A"], 0, "score claim")  # at another page of this seat
    server.submit(seats["B"], 0, "grow steal")
    expect(ada.page.locator("#log")).to_contain_text("B grow steal", timeout=15_000)
    ada.wait_for("on")
    assert 3 <= len(line.lines) <= 6
    here = len(line.lines)
    line.still.clear()  # what the first one has to say now comes too late
    box.fill("grow claim")
    ada.page.keyboard.press("Enter")
    ada.wait_for("wait")
    assert len(line.lines) == here, "a line whose server answers stays"
    server.submit(seats["B"], 1, "score steal")
    ada.wait_for("on")
    line.still |= set(range(here))
    before = sum(sent.count("submit") for sent in line.sent)
    box.fill("score steal")
    ada.page.keyboard.press("Enter")
    ada.wait_for("wait")
    expect(ada.page.locator("#aside")).to_have_text("You play Score and Steal.")
    assert sum(sent.count("submit") for sent in line.sent[:here]) == before + 1
    assert sum(sent.count("submit") for sent in line.sent[here:]) >= 1
    ada.page.reload()
    ada.wait_for("wait")
    expect(ada.page.locator("#aside")).to_have_text("You play Score and Steal.")


def test_a_line_that_broke_comes_back_as_soon_as_the_network_does(server: Server, meet: Meet) -> None:
    line = Hung()
    ada = meet(f"/s/{server.make(seated=['Bob'])['seats']['A']}", lines=line.relay)
    ada.wait_for("on")
    fake.until(ada, lambda: "ping" in line.sent[0])  # from then on it has all its scripts
    ada.page.evaluate("() => { window.setTimeout = () => 0; }")  # so that the page does not try again by itself
    line.lines[0].close(code=1012)
    expect(ada.page.locator("#notice")).to_contain_text("Connection lost")
    ada.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(ada.page.locator("#notice")).to_contain_text("Reconnected.")
    ada.wait_for("on")
