"""A whole match of each variant by the keyboard alone, and by typed text alone, against a bot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import httpx
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
    """Every variant, all but the first by night."""
    every = [variant.id for variant in games.every()]
    return [every[0], *[pytest.param(name, marks=pytest.mark.nightly) for name in every[1:]]]


def at_table(server: Server, meet: Meet, name: str) -> tuple[Person, str]:
    made = server.make(variant=name, against="bot:random", settings={"untimed": True}, **SHORT[name.split("/")[0]])
    ada = meet(f"/s/{made['seats']['A']}", reduced_motion="reduce")
    return ada, made["seats"]["A"]


def turns(ada: Person) -> Iterator[None]:
    """Each time the page has something to do for Ada, until the match is over; then it must have ended well."""
    for _ in range(MOST):
        mood: str = ada.page.evaluate("document.body.dataset.mood")
        if mood == "over":
            break
        if mood == "on":
            yield
        else:
            ada.page.keyboard.press("Escape")  # skips what is being shown
            ada.page.wait_for_timeout(30)
    assert ada.result() in ("You won", "You lost", "Nobody won")


@pytest.mark.parametrize("name", cases())
def test_a_whole_match_by_the_keyboard_alone(server: Server, meet: Meet, name: str) -> None:
    ada, _ = at_table(server, meet, name)
    chance, keyboard = random.Random(name), ada.page.keyboard
    for _ in turns(ada):
        ada.page.wait_for_function("() => !document.body.classList.contains('asking')")
        if ada.page.evaluate("document.getElementById('text').value"):
            keyboard.press("Enter")
            if ada.page.locator("#error").is_visible():
                keyboard.press("Enter")  # a warning
        elif keys := ada.page.evaluate(KEYS):
            if ada.page.evaluate("document.activeElement.matches('input')"):
                keyboard.press("Shift+Tab")  # out of a field for words, to the buttons before it
            keyboard.press(chance.choice(keys))
        else:
            reach_a_place(ada, chance)
        ada.page.wait_for_timeout(20)


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


@pytest.mark.parametrize("name", cases())
def test_a_whole_match_by_typed_text_alone(server: Server, meet: Meet, name: str) -> None:
    ada, seat = at_table(server, meet, name)
    chance, keyboard = random.Random(name), ada.page.keyboard
    for _ in turns(ada):
        text = some_move(server, seat, chance)
        if not text:
            continue
        ada.page.locator("#owe").focus()
        keyboard.press("/")
        keyboard.press("Control+a")
        keyboard.type(text)
        keyboard.press("Enter")
        ada.page.wait_for_timeout(60)
        if ada.page.locator("#error").is_visible():
            keyboard.press("Enter")  # a warning


def some_move(server: Server, seat: str, chance: random.Random) -> str:
    """A legal move of the seat; one that is composed token by token, or a guess, if its moves cannot be listed."""
    answer = httpx.get(f"{server.url}/api/seats/{seat}?moves=1000&pictures=none")
    legal = answer.json().get("legal")
    if not legal:
        return ""
    moves: list[str] | None = legal.get("moves")
    if moves:
        return chance.choice(moves)
    return composed(server, seat, legal["ply"], chance) or f"guess {chance.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}"


def composed(server: Server, seat: str, ply: int, chance: random.Random) -> str:
    """A move made of the choices that the server offers; empty if they lead to none."""
    prefix: list[str] = []
    while True:
        answer = httpx.post(f"{server.url}/api/seats/{seat}/compose", json={"ply": ply, "prefix": prefix})
        step = answer.json()
        if "choices" not in step or (chance.random() < 0.5 and step.get("whole")):
            return step.get("whole") or ""
        prefix.append(chance.choice(step["choices"])["token"])
