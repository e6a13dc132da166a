"""Whole duels that a host leads from the desk: a host, two players, of whom one has a phone, and a spectator."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.conftest import Meet, Person, Server, barriers
from tests.browser.test_sending import Dying
from tests.server.duels import image

pytestmark = pytest.mark.browser

FREE_TABLE = "free-table/standard"
MOST_CLICKS = 6  # of the host in a round
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
COUNTING = "() => { window.clicks = 0; addEventListener('click', (event) => event.isTrusted && event.detail && window.clicks++, true); }"
PASTING = """(data) => {
  const held = new DataTransfer();
  held.items.add(new File([Uint8Array.from(atob(data), (one) => one.charCodeAt(0))], "a.png", { type: "image/png" }));
  document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: held }));
}"""


def answer(person: Person, text: str) -> None:
    """Answer as a person does: in words, or by a button."""
    page = person.page
    person.wait_for("on")
    if text.startswith('"'):
        page.get_by_role("textbox", name="Your answer").fill(json.loads(text))
    else:
        page.locator("#choices").get_by_role("button", name=text, exact=True).click()
        person.chosen(text)
    page.get_by_role("button", name="Submit").click()
    page.wait_for_function("() => document.body.dataset.mood !== 'on'")


# --- Swapping Black & White


SCRIPT = """# Swapping Black & White
ask AB text secret 180 "Row 1: three tiles face down, from left to right"  # in order
ask AB text secret 180 "Row 2: three tiles face down, from left to right"

ask AB text secret 120 "Swap one black and one white tile: which places?"
ask AB number 1 9 120 "Which place do you reveal?"
"""
"""The list of questions that the host has prepared at home."""


def counted(page: Page, seat: str, change: int) -> None:
    """Change the points of a seat with as few clicks as possible."""
    cell = page.locator(f"[data-cell='points {seat}']")
    before = int(cell.input_value())
    if change == 1:
        cell.locator("..").get_by_role("button", name="one more").click()
    else:
        cell.click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(f"{change:+}")
        page.keyboard.press("Enter")
    expect(cell).to_have_value(str(before + change))


@pytest.mark.nightly
def test_swapping_black_and_white(server: Server, meet: Meet) -> None:
    made, host = begin(server, meet)
    bob = meet(f"/s/{made['seats']['B']}", **PHONE)
    watcher = meet(f"/w/{made['watch']}", width=768, height=1024)
    page = host.page
    prepared = FilePayload(name="swapping.txt", mimeType="text/plain", buffer=SCRIPT.encode())
    page.locator("#desk-panel-ask [name=file]").set_input_files(prepared)
    expect(page.locator(".plan li")).to_have_count(4)
    page.locator("#desk-count [name=name]").fill("points")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("[data-cell='points A']")).to_have_value("0")
    page.evaluate(COUNTING)
    turns: list[tuple[dict[str, str], dict[str, int]]] = [
        ({"A": '"8 1 4"', "B": '"0 7 6"'}, {"A": 1, "B": 2}),
        ({"A": '"2 3 6"', "B": '"8 1 2"'}, {"A": 2, "B": 1}),
        ({"A": '"2 and 3"', "B": '"nothing"'}, {}),
        ({"A": "1", "B": "1"}, {}),
    ]
    for texts, points in turns:
        page.locator("#desk-next:enabled").click()
        answer(bob, texts["B"])
        ply = httpx.get(f"{server.url}/api/seats/{made['seats']['A']}").json()["seen"]["ply"]
        server.submit(made["seats"]["A"], ply, texts["A"])
        expect(page.locator(".desk-state")).to_have_text("Ask, say, deal or count.")
        if points:
            expect(page.locator("[data-slot=answer-b]")).to_contain_text(json.loads(texts["B"]))
        for seat, change in points.items():
            counted(page, seat, change)
        clicks = page.evaluate("() => { const made = window.clicks; window.clicks = 0; return made; }")
        assert clicks <= MOST_CLICKS, texts
    ann = meet(f"/s/{made['seats']['A']}")
    for person, words in ((bob, "Your answer: 1."), *((one, "Bob answers: 1.") for one in (host, ann, watcher))):
        expect(person.page.locator("#log")).to_contain_text(words)
    for person in (bob, watcher):
        assert '"8 1 4"' not in "".join(person.frames).replace('\\"', '"'), "only the host learns what Ann laid"


# --- What else the desk does


def begin(server: Server, meet: Meet, *lines: str) -> tuple[dict[str, Any], Person]:
    """A duel whose host has entered some lines, and the page of the host."""
    made = server.make(variant=FREE_TABLE, host=True, seated=["Ann", "Bob"])
    host = meet(f"/h/{made['host']}", width=1440, height=900)
    host.wait_for("on")
    if lines:
        enter(host, *lines)
    return made, host


def enter(host: Person, *lines: str) -> None:
    """Lines of the host, as a list that was prepared; the last one may be a question."""
    page = host.page
    page.locator("#desk-panel-ask [name=file]").set_input_files(
        FilePayload(name="a", mimeType="text/plain", buffer="\n".join(lines).encode())
    )
    expect(page.locator(".plan li")).to_have_count(len(lines))
    page.locator("#desk-next:enabled").click()
    page.wait_for_function(
        "() => document.querySelector('#desk-next').disabled || document.querySelector('.plan li')?.ariaCurrent === 'step'"
    )


@pytest.mark.nightly
def test_cards_are_dealt_played_from_the_hand_and_taken(server: Server, meet: Meet) -> None:
    made, host = begin(server, meet, "deck tiles 1-4", "deal tiles 2 2 0", 'ask AB hand 1 1 secret "Lay one face down"')
    ann, bob = meet(f"/s/{made['seats']['A']}"), meet(f"/s/{made['seats']['B']}", **PHONE)
    for person in (ann, bob):
        person.wait_for("on")
        cards = person.page.locator("[data-slot^=hand-]")
        expect(cards).to_have_count(2)
        cards.first.click()
        person.page.wait_for_function("() => document.getElementById('text').value !== ''")
        person.page.get_by_role("button", name="Submit").click()
    page = host.page
    show = page.get_by_role("button", name="Show Bob's answer")
    show.click()
    expect(show).to_be_hidden()
    expect(page.locator("#log")).to_contain_text("The host shows: Bob answered:")
    page.get_by_role("tab", name="Cards").click()
    box = page.get_by_role("group", name="Ann").get_by_role("checkbox")
    box.check()
    page.get_by_role("button", name="Take cards").click()
    expect(ann.page.locator("[data-slot^=hand-]")).to_have_count(0)
    page.locator("#desk-deal [name=a]").fill("1")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#desk-deal .error")).to_contain_text("the deck tiles has only 0 cards left", ignore_case=True)


@pytest.mark.nightly
def test_words_stand_where_they_belong(server: Server, meet: Meet) -> None:
    made, host = begin(server, meet, 'say all "Welcome"', "count points AB 0")
    ann, bob = meet(f"/s/{made['seats']['A']}"), meet(f"/s/{made['seats']['B']}", **PHONE)
    expect(bob.page.locator("#seen-by")).to_have_text("The host sees your hand, and your answers once all are in.")
    page = host.page
    page.get_by_role("tab", name="Say").click()
    page.locator("#desk-say [name=who]").select_option("B")
    page.locator("#desk-say [name=words]").fill('You hold "the key" # alone')
    page.get_by_role("button", name="Say", exact=True).click()
    expect(bob.page.locator("[data-slot=told]")).to_have_attribute("aria-label", 'Host to you alone: You hold "the key" # alone')
    expect(ann.page.locator("#log")).to_contain_text("The host says something to Bob alone.")
    assert "the key" not in "".join(ann.frames)
    page.locator("#desk-count [name=reason]").fill("Best bid")
    page.get_by_role("button", name="points of Ann: one more").click()
    expect(page.locator("[data-cell='points A']")).to_have_value("1")
    expect(ann.page.locator("#log li").nth(-2)).to_have_text("The host: Best bid.")
    expect(ann.page.locator("#log li").last).to_have_text("points: you 1.")
    expect(bob.page.locator("#log li").last).to_have_text("points: Ann 1.")
    expect(page.locator("#desk-count [name=reason]")).to_have_value("")


def test_an_answer_in_words_is_found_again_after_a_reload_and_sent_by_enter(server: Server, meet: Meet) -> None:
    made, host = begin(server, meet, 'ask AB text "Your bid, in words?"')
    ann = meet(f"/s/{made['seats']['A']}")
    page, box = ann.page, ann.page.get_by_role("textbox", name="Your answer")
    box.press_sequentially('Say "fifteen"')
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("no more")
    expect(page.locator(".free output")).to_have_text("21 of 300")
    page.reload()
    expect(box).to_have_value('Say "fifteen"\nno more')
    box.dispatch_event("keydown", {"key": "Enter", "isComposing": True})
    assert ann.page.locator("body").get_attribute("data-mood") == "on", "Enter only ends the word that is being composed"
    box.fill("x" * 301)
    box.press("Enter")
    expect(page.locator("#error")).to_contain_text("The text must have 1 to 300 characters, not 301")
    box.fill("Fifteen # points")
    box.press("Enter")
    ann.wait_for("wait")
    host.page.reload()
    expect(host.page.locator(".desk-state")).to_contain_text("Ann is in ✓ · Bob:")


@pytest.mark.nightly
def test_a_question_is_taken_back_asked_again_and_offered_later(server: Server, meet: Meet) -> None:
    _, host = begin(server, meet, 'say all "Hello"', 'ask B one red,black 30 "Which?"')
    page = host.page
    back = page.get_by_role("button", name="Take the question back")
    back.click()
    page.wait_for_timeout(700)  # it takes no second press at once
    page.get_by_role("button", name="Answers that are in become void. Press again").click()
    expect(page.locator(".desk-state")).to_have_text("Ask, say, deal or count.")
    page.locator(".plan").get_by_role("button").first.click()
    page.locator(".plan").get_by_role("button").first.click()
    page.locator("#desk-ask [name=words]").fill("Twice?")
    page.get_by_role("button", name="Ask", exact=True).dblclick()  # a double tap is one question
    expect(page.locator(".desk-state")).to_contain_text("Ann: 2:00 · Bob: 2:00")
    assert page.locator("#log li", has_text="Twice?").count() == 1
    expect(page.locator("#desk-ask .stop")).to_have_text("Ann and Bob owe an answer.")
    page.get_by_role("button", name="Twice?", exact=True).click()
    expect(page.locator("#desk-ask [name=words]")).to_be_focused()


@pytest.mark.nightly
def test_a_list_is_read_safely_and_saved(server: Server, meet: Meet) -> None:
    _, host = begin(server, meet)
    page = host.page
    good = '\ufeffhost ask AB text "One"  # words\n\n# more\nSAY all "Round {round}"\n'
    page.locator("#desk-panel-ask [name=file]").set_input_files(FilePayload(name="a", mimeType="text/plain", buffer=good.encode()))
    expect(page.locator(".plan li")).to_have_count(2)
    for text, fault in (
        ("ask AB text One", "Line 1: This is no question"),
        ('# fine\n\nshout "x"', "Line 3: A line of the host begins with one of ask, show"),
        ('say all "open', "Line 1: The words stand between double quotes"),
        ("\x00\xff<b>&", "Line 1: A line of the host"),
        ("throw 6\n" * 201, "Line 201: A round has at most 200 lines."),
        ("x" * 200_001, "The file is too long"),
    ):
        page.locator("#desk-panel-ask [name=file]").set_input_files(
            FilePayload(name="a", mimeType="text/plain", buffer=text.encode("latin-1"))
        )
        expect(page.locator(".desk-round .error")).to_contain_text(fault)
        expect(page.locator(".plan li")).to_have_count(2)
    page.reload()
    expect(page.locator(".plan li")).to_have_text(["One×", 'say all "Round {round}"×'])
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the list").click()
    assert saved.value.path().read_text("utf-8") == '# Free Table\nask AB text "One"\nsay all "Round {round}"\n'


@pytest.mark.nightly
def test_a_picture_is_posted_with_its_words_enlarged_and_stood_in_for(server: Server, meet: Meet) -> None:
    made, host = begin(server, meet)
    bob, watcher = meet(f"/s/{made['seats']['B']}", **PHONE), meet(f"/w/{made['watch']}", quiet=False)
    host.leave()  # the refusal of the last file stands on the console
    watcher.page.route("**/picture/*", lambda route: route.fulfill(status=503))
    page = host.page
    page.get_by_role("tab", name="Picture").click()
    post = page.get_by_role("button", name="Post the picture")
    expect(post).to_be_disabled()
    expect(page.locator("#desk-picture .stop")).to_have_text("Choose a picture first.")
    chosen = page.locator("#desk-picture [name=file]")
    chosen.set_input_files(FilePayload(name="a.png", mimeType="image/png", buffer=image(size=(600, 400))))
    expect(page.locator(".desk-preview")).to_be_visible()
    page.locator("#desk-picture [name=words]").fill("The map {after} round 2")
    post.click()
    small = bob.page.get_by_role("button", name="Picture: The map (after) round 2. Enlarge the picture")
    small.click()
    large = bob.page.get_by_role("dialog").get_by_role("img")
    expect(large).to_be_visible()
    assert large.evaluate("image => image.naturalWidth") == 600
    bob.page.get_by_role("button", name="Close").click()
    expect(watcher.page.locator("#posted.missing")).to_have_text("Picture: The map (after) round 2")
    page.get_by_role("tab", name="Ask").click()
    before = page.locator(".desk-preview").get_attribute("src")
    page.evaluate(PASTING, base64.b64encode(image(colour="blue")).decode())
    expect(page.locator(".desk-preview")).not_to_have_attribute("src", str(before))
    expect(post).to_be_enabled()
    page.evaluate(PASTING, base64.b64encode(b"no picture").decode())
    expect(page.locator("#desk-picture .error")).to_contain_text("none that can be read")


@pytest.mark.nightly
def test_a_line_that_was_sent_when_the_connection_died_is_entered_once(server: Server, meet: Meet) -> None:
    made = server.make(variant=FREE_TABLE, host=True, seated=["Ann", "Bob"])
    line = Dying()
    host = meet(f"/h/{made['host']}", width=1440, height=900, lines=line.relay)
    host.wait_for("on")
    line.die(deaf=True)  # the server gets it, and its answer is lost
    page = host.page
    page.locator("#desk-count [name=name]").fill("points")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#desk-count .unsent, #desk-count + .unsent")).to_have_text("Not sent yet: count points AB 0")
    line.live()
    line.lines[0].close()
    expect(page.locator("[data-cell='points A']")).to_have_value("0")
    assert page.locator("#log li", has_text="points").count() == 1


@pytest.mark.nightly
def test_the_checker_of_accessibility_finds_nothing_at_a_duel_and_nothing_is_wider_than_a_phone(server: Server, meet: Meet) -> None:
    made, host = begin(
        server, meet, "deck tiles 0-8", "deal tiles 3 3 1", "count points AB +1", 'board "Pot 2"', 'ask AB text secret "What now?"'
    )
    others = [meet(path, **PHONE) for path in (f"/h/{made['host']}", f"/s/{made['seats']['B']}", f"/w/{made['watch']}")]
    others[1].wait_for("on")
    pages = [host.page, *(person.page for person in others)]
    for page, name in zip(pages, ("host", "host-phone", "player-phone", "spectator-phone"), strict=True):
        expect(page.locator("[data-slot=board]")).to_contain_text("Pot 2")
        page.wait_for_function("() => !document.body.matches('.showing, .fresh')")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert barriers(page) == [], name
    for tab in ("Say", "Board", "Picture", "Cards", "Throw", "End"):
        pages[1].get_by_role("tab", name=tab).click()
        assert pages[1].evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
    for button in pages[2].locator("#choices button, #submit, .free textarea").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
