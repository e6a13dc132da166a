"""A whole match of each variant by the keyboard alone, against a bot."""

from __future__ import annotations

import random
from typing import Any

import pytest

from deathmatch import games
from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser

SHORT: dict[str, dict[str, Any]] = {
    "five-card-trick": {"rounds": 2, "max_rounds": 2},
    "even-groups": {"side": 3},
    "letter-hunt": {"turn_limit": 8},
    "tile-joust": {"chips": 3, "sets": 1},
    "guidance-rite": {"best_of": 1},
}
"""Options with which a match is short."""

MOST = 3000  # steps of a match
KEYS = """() => [...document.querySelectorAll("#choices .choice:not(.shut, .taken)")]
  .map((one) => one.getAttribute("aria-keyshortcuts")).filter(Boolean)"""


def cases() -> list[Any]:
    """Every variant without a host who leads it, all but the first by night."""
    every = [variant.id for variant in games.unled()]
    return [every[0], *[pytest.param(name, marks=pytest.mark.nightly) for name in every[1:]]]


@pytest.mark.parametrize("name", cases())
def test_a_whole_match_by_the_keyboard_alone(server: Server, meet: Meet, name: str) -> None:
    made = server.make(variant=name, against="bot:random", settings={"untimed": True}, **SHORT[name.split("/")[0]])
    ada = meet(f"/s/{made['seats']['A']}", reduced_motion="reduce")
    chance, keyboard = random.Random(name), ada.page.keyboard
    for _ in range(MOST):
        mood = ada.page.evaluate("document.body.dataset.mood")
        if mood == "over":
            break
        if mood == "on":
            act(ada, chance)
        else:
            keyboard.press("Escape")  # skips what is being shown
        ada.page.wait_for_timeout(25)
    assert ada.result() in ("You won", "You lost", "Nobody won")


def act(ada: Person, chance: random.Random) -> None:
    """One step of a move: send it, choose by a key, or go to a place."""
    keyboard = ada.page.keyboard
    ada.page.wait_for_function("() => !document.body.classList.contains('asking')")
    ada.page.wait_for_function("() => document.activeElement !== document.body")
    if ada.page.evaluate("document.getElementById('text').value"):
        chance.choice((keyboard, ada.page.locator("#submit"))).press("Enter")
        if ada.page.locator("#error").is_visible():
            keyboard.press("Enter")  # a warning
    elif keys := ada.page.evaluate(KEYS):
        if ada.page.evaluate("document.activeElement.matches('input')"):
            keyboard.press("Shift+Tab")  # out of a field for words, to the buttons before it
        keyboard.press(chance.choice(keys))
    else:
        reach_a_place(ada, chance)


def reach_a_place(ada: Person, chance: random.Random) -> None:
    """To the picture by Tab, to some place in it by arrows, and choose it."""
    keyboard = ada.page.keyboard
    for _ in range(40):
        if ada.page.evaluate("Boolean(document.activeElement.closest('#picture'))"):
            break
        keyboard.press("Tab")
    for _ in range(chance.randrange(6)):
        keyboard.press(chance.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
    keyboard.press(" ")
