"""What people send at a table over a line that is open and dead: it says that it is not sent, and is done once when a line is back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Meet, Person, Server, at_desk
from tests.browser.fake import until
from tests.browser.test_line import Hung

pytestmark = pytest.mark.browser
Json = dict[str, Any]
Seen = Callable[[Json], object]


class Dying(Hung):
    """Lines that die at a word. If they are deaf, what the page sends still reaches the server, and only the answers are lost."""

    deaf = False

    def die(self, *, deaf: bool) -> None:
        """All lines, and those to come."""
        self.deaf = deaf
        self.still = set(range(100))

    def live(self) -> None:
        """Lines to come are well again."""
        self.still = set(range(len(self.lines)))

    def passes(self, number: int) -> bool:
        return self.deaf or super().passes(number)


def menu(page: Page, name: str) -> None:
    page.locator("#menu summary").click()
    page.locator("#menu").get_by_role("button", name=name).click()


def say(page: Page) -> None:
    page.get_by_role("tab", name="Chat").click()
    expect(page.locator(".phrases")).to_be_visible()  # the chat's script is here
    page.get_by_label("Chat message").fill("one moment")
    page.keyboard.press("Enter")


def private(page: Page) -> None:
    page.get_by_role("tab", name="Private").click()
    page.get_by_label("Private message").fill("my phone dies")
    page.keyboard.press("Enter")


def announce(page: Page) -> None:
    page.get_by_role("tab", name="Private").click()
    page.get_by_label("Private talk with").select_option("*")
    page.get_by_label("Private message").fill("round two at noon")
    page.keyboard.press("Enter")


def note(page: Page) -> None:
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Your private notes").fill("steals early")


def mark(page: Page) -> None:
    menu(page, "Mark places in the picture")
    page.locator("[data-slot=their-steal]").click()


def resign(page: Page) -> None:
    menu(page, "Resign")
    page.locator("#resign-dialog button.danger").click()


def away(page: Page) -> None:
    menu(page, "More about this match")
    page.get_by_role("button", name="Away until").click()
    page.get_by_role("button", name="Propose it").click()


def rule(page: Page) -> None:
    at_desk(page, "Rulings")
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=ruling]").select_option("time")
    dialog.get_by_label("Reason").fill("a slow line")
    dialog.get_by_role("button", name="Show the effect").click()
    dialog.get_by_role("button", name="Confirm").click()


def mute(page: Page) -> None:
    page.get_by_role("tab", name="Chat").click()
    page.get_by_role("button", name="Mute the spectators").click()


def texts(told: Json, text: str) -> int:
    return sum(line["text"] == text for line in told["chat"])


Kind = tuple[Callable[[Page], object], Seen]
AT_SEAT: dict[str, Kind] = {
    "chat": (say, lambda told: texts(told, "one moment") == 1),
    "tell": (private, lambda told: [talk["count"] for talk in told["talks"]] == [1]),
    "note": (note, lambda told: (told["notes"], told["noted"]) == ("steals early", 1)),
    "mark": (mark, lambda told: told["marks"] == {"their-steal": "✗"}),
    "away": (away, lambda told: len(told["table"].get("away", {}).get("proposed", {})) == 1),
}
AT_DESK: dict[str, Kind] = {
    "pause": (lambda page: page.locator("#pause").click(), lambda told: told["seen"].get("paused")),
    "announce": (announce, lambda told: texts(told, "round two at noon") == 1),
    "mute": (mute, lambda told: told["table"].get("muted") == [""]),
    "rule": (rule, lambda told: len(told["table"].get("rulings", [])) == 1),
}


def come(server: Server, meet: Meet, made: Json, role: str) -> tuple[Person, Dying, Callable[[], Json]]:
    """Somebody at a page that notices a dead line at once, the line, and a look at what the server has."""
    line = Dying()
    path, kind = (f"/h/{made['host']}", "hosts") if role == "host" else (f"/s/{made['seats'][role]}", "seats")
    person = meet(path, lines=line.relay)
    person.page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name }) => name.includes('outbox'))")
    return person, line, lambda: httpx.get(f"{server.url}/api/{kind}/{path[3:]}", params={"pictures": "none"}).json()


@pytest.mark.parametrize(
    ("role", "deaf"),
    [
        pytest.param("A", False, id="A-lost", marks=pytest.mark.nightly),
        pytest.param("A", True, id="A-answer lost"),
        pytest.param("host", False, id="host-lost"),
        pytest.param("host", True, id="host-answer lost", marks=pytest.mark.nightly),
    ],
)
def test_what_is_sent_over_a_dead_line_says_so_and_is_done_once(server: Server, meet: Meet, role: str, deaf: bool) -> None:
    made = server.make(host=True, settings={"kibitz": True}, seated=["Ada", "Bob"])
    person, line, told = come(server, meet, made, role)
    page, every = person.page, AT_SEAT if role == "A" else AT_DESK
    kinds = {kind: each for kind, each in every.items() if not deaf or kind in ("chat", "note", "pause", "rule")}
    line.die(deaf=deaf)
    for kind, (act, done) in kinds.items():
        before = page.locator(".unsent").count()
        act(page)
        if kind == "note":
            expect(page.locator("#notes-state")).to_contain_text("Not saved yet")
        else:
            expect(page.locator(".unsent").nth(before)).to_be_attached()
            expect(page.locator(".unsent").filter(visible=True).first).to_contain_text("Not sent yet")
        if deaf:
            until(person, lambda done=done: done(told()))  # type: ignore[misc]
    if not deaf:
        assert [kind for kind, (_, done) in kinds.items() if done(told())] == []
    line.live()
    page.evaluate("() => dispatchEvent(new Event('online'))")  # the page tries a line at once
    expect(page.locator(".unsent")).to_have_count(0)
    if "note" in kinds:
        expect(page.locator("#notes-state")).to_contain_text("Saved.")
    assert [kind for kind, (_, done) in kinds.items() if not done(told())] == []


def test_a_reload_keeps_texts_that_were_not_sent_and_gives_nothing_up(server: Server, meet: Meet) -> None:
    ada, line, told = come(server, meet, server.make(host=True, seated=["Ada", "Bob"]), "A")
    page = ada.page
    line.die(deaf=False)
    for act in (note, say, mark, resign):
        act(page)
    expect(page.locator("#notes-state")).to_contain_text("Not saved yet")
    expect(page.locator(".unsent")).to_have_count(3)
    line.live()
    page.reload()
    ada.wait_for("on")
    expect(page.locator("#notes-state")).to_contain_text("Saved.")
    expect(page.locator("#notes")).to_have_value("steals early")
    expect(page.locator("[data-slot=their-steal] .mark")).to_have_text("✗")
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_label("Chat message")).to_have_value("one moment")
    expect(page.locator("#panel-chat .unsent")).to_have_text("Not sent yet")
    assert (told()["notes"], told()["marks"], texts(told(), "one moment")) == ("steals early", {"their-steal": "✗"}, 0)
    page.get_by_label("Chat message").press("Enter")
    until(ada, lambda: texts(told(), "one moment") == 1)
    expect(page.locator(".unsent")).to_have_count(0)
    assert told()["table"]["state"] == "running"


@pytest.mark.nightly
def test_doors_that_are_closed_are_not_offered(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Bob"])
    host, ada = meet(f"/h/{made['host']}"), meet(f"/s/{made['seats']['A']}")
    expect(host.page.locator("#pause")).to_be_visible()
    host.page.locator("#pause").click()
    expect(host.page.locator("#pause")).to_have_text("Resume the match")
    ada.wait_for("pause")
    menu(ada.page, "More about this match")
    ada.page.get_by_role("button", name="Away until").click()
    expect(ada.page.get_by_role("dialog")).to_contain_text("The host has paused the match.")
    expect(ada.page.get_by_role("button", name="Propose it")).to_have_count(0)
    ada.page.get_by_role("button", name="Cancel").click()
    host.page.locator("#pause").click()
    ada.wait_for("on")
    httpx.post(f"{server.url}/api/seats/{made['seats']['B']}/resign")
    ada.wait_for("over")
    expect(host.page.locator("#pause")).to_be_hidden()
    for person in (host, ada):
        menu(person.page, "More about this match")
        for door in ("Resign", "Away until"):
            expect(person.page.locator("#menu").get_by_role("button", name=door)).to_have_count(0)
    refused = httpx.post(f"{server.url}/api/hosts/{made['host']}/pause")
    assert (refused.status_code, refused.json()["reason"]) == (409, "the match is over")
    waits = meet(f"/h/{server.make(host=True)['host']}")
    expect(waits.page.locator("#invites")).to_contain_text("Link for")
    menu(waits.page, "More about this match")
    expect(waits.page.locator("#menu").get_by_role("button", name="Away until")).to_be_hidden()
    for door in ("Pause the match", "Copy picture"):
        expect(waits.page.locator("#controls").get_by_role("button", name=door)).to_be_hidden()
