"""A game of auctions and hidden tiles at real pages: a whole set and its jousts, one seat by keys alone, the other by taps on a phone."""

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

VARIANT = "tile-joust/gauntlet"
OPTIONS: dict[str, Any] = {"chips": 2, "sets": 1}
DEAL = "tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5"
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}

# What Ann (A) taps: a button by its first word, or a place; what Bob (B) presses. Where nobody can bid, tiles fall by themselves.
AUCTION = (
    ("B bid 1", "1"),
    ("A fold", "Fold"),
    ("B choose minute", "m"),
    ("B fold", "f"),
    ("A bid 2", "Bid 2"),
    ("B choose balance", "b"),
    ("B fold", "f"),
    ("B fold", "f"),
    ("A choose giant", "#block-giant"),
    ("B fold", "f"),
    ("B choose minute", "m"),
    ("B fold", "f"),
)
# Five tiles each, so Ann has the 12 left and Bob the 13: the set is over, and these are the final joust.
JOUST = (
    ("A put 1", "#hand-1-3-minute"),
    ("B put 2", "2"),
    ("A put 3", "#hand-1-1-minute"),
    ("B put 6", "6"),
    ("A put 4", "#hand-1-4-minute"),
    ("B put 9", "9"),
    ("A put 7", "#hand-1-3-balance"),
    ("B put 10", "a"),
    ("A put 8", "#hand-1-2-balance"),
)
LAST = (("B put 11", "b"), ("A put 12s1", "#hand-1-1-giant"), ("B put 13s1", "d"))


def public_parts() -> list[Any]:
    """The public state of every position of the match, as JSON has it."""
    variant = find(VARIANT)
    parts, position = [], Position.start(variant, variant.bind(OPTIONS)[1])
    for event in (f"deal {DEAL}", *(event for event, _ in (*AUCTION, *JOUST, *LAST))):
        actor, _, text = event.partition(" ")
        position, _ = position.accept(actor, text)
        parts.append(json.loads(json.dumps(public_state(position))))
    return parts


def play(person: Person, text: str, way: str) -> None:
    """A submission by a tap or a key, until the page has sent it."""
    if text.startswith("B"):
        person.choose(text[2:], lambda: person.page.keyboard.press(way))
        person.page.keyboard.press("Enter")
    else:
        place = person.page.locator(f"#picture [data-slot={way[1:]}] > :first-child") if way.startswith("#") else None
        person.choose(text[2:], (place or person.page.get_by_role("button", name=re.compile(f"^{way}"))).tap)
        person.page.locator("#submit").tap()
    if text == "A bid 2":  # all that there is: the page asks again
        expect(person.page.get_by_role("alert")).to_contain_text("2 is more than half of your 2 chips.")
        person.page.locator("#submit").tap()
    person.chosen("")


def seen(person: Person) -> list[Any]:
    """All that a page was ever told of the match."""
    return [frame["seen"] for frame in map(json.loads, person.frames) if frame.get("seen")]


def numbers(person: Person) -> set[int]:
    """All numbers of tiles that a page was ever told."""
    return {int(number) for frame in person.frames for number in re.findall(r'"number": ?(\d+)', frame)}


@pytest.mark.nightly
def test_a_set_and_its_jousts_by_keys_and_by_taps_before_a_watcher(server: Server, meet: Meet) -> None:
    made = server.make(variant=VARIANT, host=True, settings={"by_hand": True, "aids": "deduction"}, seated=["Ann", "Bob"], **OPTIONS)
    assert httpx.post(f"{server.url}/api/hosts/{made['host']}/deal", json={"ply": 0, "text": DEAL}).status_code == 200
    ann, watcher = meet(f"/s/{made['seats']['A']}", **PHONE), meet(f"/w/{made['id']}", **PHONE)
    bob = meet(f"/s/{made['seats']['B']}", reduced_motion="reduce")
    at = {"A": ann, "B": bob}
    bob.wait_for("on")
    expect(bob.page.get_by_role("button", name=re.compile("^Fold"))).to_have_attribute("title", "Ann gets the tile for nothing")
    for text, way in (*AUCTION, *JOUST):
        play(at[text[0]], text, way)
    # Nobody knows more than their own tiles: those of the other seat say what they may be, and that is for the seats alone.
    assert (numbers(ann), numbers(bob), numbers(watcher)) == ({1, 3, 4, 7, 8, 12}, {2, 6, 9, 10, 11, 13}, set())
    held = ann.page.locator("#picture [data-slot=their-1-3-giant]")
    expect(held).to_have_attribute("aria-label", re.compile("^Bob's white giant tile, [0-9–]+, group 3, bought for nothing; it may be "))
    assert "may be" not in "".join(watcher.frames)
    for text, way in LAST:
        if text == "A put 12s1":
            ann.page.get_by_role("button", name="Go on").tap()  # the last joust of the set
        play(at[text[0]], text, way)
    for person in (ann, bob, watcher):
        person.wait_for("over")
    assert (ann.result(), bob.result(), watcher.result()) == ("You lost", "You won", "Bob won")
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 360
    expect(watcher.page.locator("#log")).to_contain_text("Joust 1: Ann 12, Bob 13. Bob wins the joust and scores 12 points.")
    parts = public_parts()
    told = seen(watcher)
    assert told
    assert not [each for each in told if each.get("private") or each.get("owes") or each.get("submitted")]
    assert not [each for each in told if each["public"] not in parts]  # the public part of some position, and nothing more
