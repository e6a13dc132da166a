"""A game of hidden hands and words at real pages: a whole match by taps, and nothing on a page that its reader may not know."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from deathmatch.games import find
from deathmatch.match.position import Position
from deathmatch.match.seen import public_state
from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser

VARIANT = "letter-hunt/colosseum"
EVENTS = (
    "deal offer A:EGHJMNPT B:ABCFILQR",
    "A pick EGJNP",
    "B pick ABCIR",
    "A word GENIUS",
    "B hint one",
    "A hint odd",
    "B guess N",
)
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


def tap(person: Person, *slots: str) -> None:
    """Fingers on places of the picture, one after the other, each when the one before is taken."""
    for slot in slots:
        place = person.page.locator(f"#picture [data-slot={slot}]")
        expect(place).to_have_class(re.compile("open"))
        place.locator("> :first-child").tap()
        expect(place).to_have_class(re.compile("chosen"))


def public_parts() -> list[Any]:
    """The public state of every position of the match below, before its last turn, as JSON has it."""
    variant = find(VARIANT)
    parts, position = [], Position.start(variant, variant.bind({"first": "A"})[1])
    for event in EVENTS:
        actor, _, text = event.partition(" ")
        position, _ = position.accept(actor, text)
        parts.append(json.loads(json.dumps(public_state(position))))
    return parts


def send(person: Person, text: str) -> None:
    person.chosen(text)
    person.page.locator("#submit").tap()


@pytest.mark.nightly
def test_a_whole_match_by_taps_on_two_phones_before_a_watcher(server: Server, meet: Meet) -> None:
    """The letters and turns are those of example 2 of the book; the host deals."""
    made = server.make(variant=VARIANT, host=True, settings={"by_hand": True}, first="A", seated=["Ann", "Bob"])
    deal = {"ply": 0, "text": EVENTS[0].removeprefix("deal ")}
    assert httpx.post(f"{server.url}/api/hosts/{made['host']}/deal", json=deal).status_code == 200
    ann, bob = (meet(f"/s/{made['seats'][seat]}", **PHONE) for seat in "AB")
    watcher = meet(f"/w/{made['id']}", **PHONE)
    ann.wait_for("on")
    tap(ann, *(f"hand-{place}" for place in (1, 2, 4, 6, 7)))
    send(ann, "pick EGJNP")
    ann.wait_for("wait")
    bob.wait_for("on")
    tap(bob, *(f"hand-{place}" for place in (1, 2, 3, 5, 8)))
    send(bob, "pick ABCIR")
    ann.wait_for("on")
    for letter in "geniuss":
        ann.page.locator(f"#slot-letter-{letter} > :first-child").tap()
    ann.page.get_by_role("button", name="Delete the last letter").tap()
    assert ann.page.evaluate("[document.activeElement.id, document.getElementById('text').inputMode]") == ["", "none"], "no keyboard comes"
    send(ann, "GENIUS")
    bob.wait_for("on")
    bob.page.get_by_role("button", name=re.compile("^Exactly one")).tap()  # which sends it
    ann.wait_for("on")
    ann.page.get_by_role("button", name=re.compile("^An odd number")).tap()
    bob.wait_for("on")
    bob.page.keyboard.press("g")
    tap(bob, "letter-n")
    send(bob, "guess N")
    ann.wait_for("on")
    seen = [frame["seen"] for frame in map(json.loads, watcher.frames) if frame.get("seen")]
    parts = public_parts()
    assert seen
    assert not [each for each in seen if each.get("private") or each.get("owes") or each.get("submitted")]
    assert not [each for each in seen if each["public"] not in parts]  # the public part of some position, and nothing more
    for reader, secrets in ((bob, ["EGJNP", "EGHJMNPT", "EGJP"]), (ann, ["ABCIR", "ABCFILQR"]), (watcher, ["EGJP", "ABCIR", "EGHJMNPT"])):
        assert not [secret for secret in secrets for frame in reader.frames if secret in frame.upper()]
    assert bob.page.locator("[data-slot=their-hand]").text_content() == "? ? ? ? N"
    ann.page.keyboard.press("h")
    tap(ann, *(f"letter-{letter}" for letter in "abcir"))
    send(ann, "hand ABCIR")
    expect(ann.page.locator("#error")).to_have_text("If one letter is wrong you lose the match. Press Submit again to send it anyway.")
    ann.page.locator("#submit").tap()
    for person in (ann, bob, watcher):
        person.wait_for("over")
        assert person.page.evaluate("document.documentElement.scrollWidth") == 360
    assert (ann.result(), bob.result(), watcher.result()) == ("You won", "You lost", "Ann won")
    expect(watcher.page.locator("#words")).to_contain_text(re.compile("GENIUS"))
