"""What a screen reader is told without being asked, each thing once, and where the focus stands at the end."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser import fake, stand
from tests.browser.conftest import Meet, Person, Server
from tests.browser.test_space import at_table, show

pytestmark = pytest.mark.browser

LISTEN = """() => {
  window.said = [];
  const ear = new MutationObserver((all) => {
    for (const { target, addedNodes } of all) {
      const place = target.closest("[aria-live=polite], [role=status], [role=alert], output");
      if (place) for (const node of addedNodes) if (node.textContent.trim()) window.said.push(node.textContent.trim());
    }
  });
  ear.observe(document.body, { childList: true, subtree: true });
}"""


def listen(person: Person) -> None:
    """From now on, everything is kept that is put into a live region, also into one that is yet to come."""
    person.page.evaluate(LISTEN)


def hears(person: Person, *sentences: str) -> None:
    """Each of these sentences is spoken, and once."""
    for words in sentences:
        person.page.wait_for_function("words => window.said.some((said) => said.includes(words))", arg=words)
        said: list[str] = person.page.evaluate("window.said")
        assert sum(words in each for each in said) == 1, said


def test_moves_chat_private_lines_and_pauses_are_spoken_once(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Bob"])
    ada, host = meet(f"/s/{made['seats']['A']}"), meet(f"/h/{made['host']}")
    people = (ada, host)
    ada.wait_for("on")
    host.wait_for("watch")
    for person in people:
        listen(person)
    at = f"{server.url}/api/seats/{made['seats']['B']}"
    server.submit(made["seats"]["B"], 0, "claim steal")
    for person in people:
        hears(person, "Bob has submitted.")
    for text in ("your turn", "hurry up"):
        httpx.post(f"{at}/chat", json={"text": text}).raise_for_status()
        for person in people:
            hears(person, f"Bob (player B) writes: {text}")
    httpx.post(f"{server.url}/api/hosts/{made['host']}/announce", json={"text": "Five minutes."}).raise_for_status()
    hears(ada, "The host announces: Five minutes.")
    httpx.post(f"{server.url}/api/hosts/{made['host']}/tell", json={"to": "A", "text": "Is your line all right?"}).raise_for_status()
    hears(ada, "Is your line all right?")
    for word, spoken in (("Pause", "Paused by the host"), ("Resume", "The match goes on.")):
        host.page.get_by_role("button", name=f"{word} the match").click()
        for person in people:
            hears(person, spoken)
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Chat message").fill("I am thinking")
    ada.page.keyboard.press("Enter")
    hears(host, "Ada (player A) writes: I am thinking")
    ada.page.locator("[data-slot=hand-score]").click()
    hears(ada, "Choose one more card")
    ada.page.locator("[data-slot=hand-grow]").click()
    ada.chosen("score grow")
    ada.page.get_by_role("button", name="Submit").click()
    hears(ada, "Your move is accepted. You play Score and Grow.")
    said = ada.page.evaluate("window.said")
    assert not [each for each in said if "I am thinking" in each], "one's own line is not read to oneself"
    assert said.count("Your move: two cards") == 1, "once after the pause, and not again while the same question stood"


def test_the_last_ten_seconds_are_spoken_once(server: Server, meet: Meet) -> None:
    line = fake.Line(fake.step(fake.choice("left")), fake.picture())
    ada = fake.sit(server, meet, line, clock=True)
    listen(ada)
    ada.page.clock.run_for(49_000)
    assert not [said for said in ada.page.evaluate("window.said") if "second" in said]
    ada.page.clock.run_for(9_000)
    hears(ada, "You have 10 seconds left.")


def test_at_the_end_the_focus_stands_on_rematch_unless_it_is_elsewhere_and_a_held_key_asks_for_nothing(server: Server, meet: Meet) -> None:
    stands = {each.kind: each for each in stand.stands("five-card-trick/gauntlet")}
    line = stand.line(stands["submit owed"])
    ada = at_table(server, meet, "five-card-trick/gauntlet", line)
    page, rematch = ada.page, ada.page.locator("#rematch")
    box, submit = page.get_by_label("Chat message"), page.locator("#submit")
    for place in (page.locator("#tab-log"), box, submit):
        show(ada, line, stands["submit owed"])
        expect(rematch).to_be_hidden()
        if place is box:
            page.get_by_role("tab", name="Chat").click()
            box.fill("well")
        else:
            place.evaluate("node => node.focus()")
        show(ada, line, stands["the end"])
        expect(rematch).to_be_visible()
        expect(rematch if place is submit else place).to_be_focused()
    press = (
        "key => !document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true, bubbles: true, cancelable: true }))"
    )
    assert all(page.evaluate(press, key) for key in ("Enter", " ")), "a held key is stopped"
    assert not [frame for frame in line.heard if frame["type"] == "rematch"]
