"""What is sent is what is marked: drafts and their question, Submit before a move is whole, taps in any order."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import fake
from tests.browser.conftest import Meet, Person, Server
from tests.browser.fake import Line, choice, step

pytestmark = pytest.mark.browser

DESKTOP: Any = pytest.param({"width": 1440, "height": 900}, id="desktop", marks=pytest.mark.nightly)


def two_cards() -> Line:
    """Two of three cards; each is known to a page that opens as nothing yet."""
    names = ("left", "middle", "right")
    places = [fake.element(name, 60 + 120 * at, 180, 80, 100) for at, name in enumerate(names)]
    svg = fake.picture(*places, fake.element("deck", 180, 320, 60, 40))
    cards = {name: choice(name, name, name[0]) for name in names}
    steps: dict[tuple[str, ...], dict[str, Any]] = {}
    for one in names:
        steps[one,] = step(*(cards[name] for name in names if name != one), prefix=(one,), prompt="One more card")
        for two in names:
            steps[one, two] = step(prefix=(one, two), whole=f"{one} {two}")
    return Line(step(*cards.values(), prompt="Choose two cards"), svg, steps)


def marked(ada: Person) -> list[str]:
    """The cards that the picture shows as chosen."""
    return sorted(ada.page.locator("#picture .chosen").evaluate_all("nodes => nodes.map((node) => node.dataset.slot)"))


def tap(ada: Person, name: str) -> None:
    """Tap a card."""
    ada.page.locator(f"[data-slot={name}]").click(force=True)


def test_what_was_put_together_is_there_after_a_reload_for_the_same_question_alone_and_what_is_sent_is_what_is_marked(
    server: Server, meet: Meet
) -> None:
    line = two_cards()
    ada = fake.sit(server, meet, line)

    def reload() -> None:
        line.route = None
        ada.page.reload()
        ada.wait_for("on")
        ada.settled()

    tap(ada, "left")
    reload()
    expect(ada.page.locator("#prompt")).to_have_text("One more card")
    assert marked(ada) == ["left"]
    tap(ada, "middle")
    ada.chosen("left middle")
    reload()
    ada.chosen("left middle")
    assert marked(ada) == ["left", "middle"]
    line.update(2, line.first)
    ada.chosen("")
    tap(ada, "middle")
    reload()  # to another question
    ada.chosen("")
    assert marked(ada) == []
    tap(ada, "right")
    ada.page.locator("#submit").dispatch_event("click")
    expect(ada.page.locator("#prompt")).to_have_text("One more card")
    line.slow = True
    for name in ("left", "right", "middle"):
        tap(ada, name)
    assert marked(ada) == ["left", "middle"]  # at once, though the server answered none of it
    line.slow = False
    line.cut()
    ada.chosen("left middle")
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted == ["left middle"])


def test_what_is_typed_while_nothing_is_owed_is_for_the_next_question_only(server: Server, meet: Meet) -> None:
    line = two_cards()
    ada = fake.sit(server, meet, line)
    line.update(1, None)
    ada.wait_for("wait")
    ada.page.keyboard.press("/")
    ada.page.keyboard.type("left ri")
    line.update(2, line.first)
    ada.wait_for("on")
    ada.chosen("left ri")
    line.update(4, line.first)  # answered elsewhere, and a ruling went back: the number grows
    ada.chosen("")
    ada.page.reload()
    ada.wait_for("on")
    ada.chosen("")


def test_a_tap_takes_the_place_of_typed_text_and_of_the_last_place_and_typing_clears_the_marks(server: Server, meet: Meet) -> None:
    line = two_cards()
    ada = fake.sit(server, meet, line)
    box = ada.page.get_by_role("textbox", name="Your move")
    box.fill("left middle")
    tap(ada, "right")
    ada.chosen("")
    assert marked(ada) == ["right"]
    tap(ada, "middle")
    ada.chosen("right middle")
    tap(ada, "left")
    ada.chosen("right left")
    assert marked(ada) == ["left", "right"]
    box.fill("right left")
    expect(ada.page.locator("#picture .chosen")).to_have_count(0)
    expect(ada.page.locator(".taken")).to_have_count(0)
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted == ["right left"])


def test_one_press_sends_the_only_answer_there_is(server: Server, meet: Meet) -> None:
    line = Line(
        step(choice("pass", key="p"), prompt="Nothing can move", whole="pass", sole="Pass"),
        fake.picture(fake.element("deck", 60, 180, 80, 100)),
    )
    ada = fake.sit(server, meet, line)
    ada.page.get_by_role("button", name="Pass", exact=True).and_(ada.page.locator("#submit")).click()
    fake.until(ada, lambda: line.submitted == ["pass"])


@pytest.mark.parametrize("size", [pytest.param({"width": 390, "height": 844}, id="phone"), DESKTOP])
def test_submit_is_grey_until_the_move_is_whole_and_says_what_is_owed_without_a_jump(
    server: Server, meet: Meet, size: dict[str, Any]
) -> None:
    line = two_cards()
    ada = fake.sit(server, meet, line, **size)
    submit = ada.page.locator("#submit")
    places = "['picture', 'submit', 'text'].map((id) => JSON.stringify(document.getElementById(id).getBoundingClientRect()))"
    for owed, name in (("Choose two cards", "left"), ("One more card", "right")):
        expect(submit).to_have_attribute("aria-disabled", "true")
        before = ada.page.evaluate(places)
        submit.dispatch_event("click")
        expect(ada.page.locator("#prompt")).to_have_text(owed)
        expect(ada.page.locator("#prompt")).to_have_class(re.compile("owed"))
        expect(ada.page.locator("#live p").last).to_have_text(owed)
        ada.page.keyboard.press("Enter")
        assert ada.page.evaluate(places) == before
        expect(ada.page.locator("#error")).to_be_hidden()
        assert ada.page.evaluate("document.activeElement.id") != "text"
        tap(ada, name)
    expect(submit).to_have_attribute("aria-disabled", "false")
    assert not line.submitted
