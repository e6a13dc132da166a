"""Late spectators and a caster over a server that is killed: afterwards everybody sees what they would have seen, and no more.

One table of each kind, with moves, a sealed move and a line of chat that spectators must not see yet.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.server.test_kill import server
from tests.server.test_killed_doors import PATIENCE_S, Browser

VARIANT = "tile-joust/final"
SAID = "Zaphod said so"
KINDS: dict[str, dict[str, Any]] = {
    "seconds": {"delay": 3600},
    "soon": {"delay": 1},
    "decisions": {"behind": 2},
    "hidden": {"hidden": True},
}
NOW = re.compile(r'"now":-?\d+')
Seen: TypeAlias = dict[str, tuple[int, str]]


def spectators(made: Any) -> list[str]:
    """All that somebody with the link for spectators can ask of a table."""
    api = f"/api/matches/{made['id']}"
    return [*(f"{api}{rest}" for rest in ("", "/look?ply=0", "/record", "/dealing", "/review")), f"/r/{made['id']}.dm"]


def insiders(made: Any) -> list[str]:
    """What a caster, the host and the players ask."""
    seats = [f"/api/seats/{link}{rest}" for link in made["seats"].values() for rest in ("", "/receipts")]
    return [f"/api/hands/{made['onlookers']['caster']}", f"/api/hosts/{made['host']}", f"/api/hands/{made['host']}", *seats]


def seen(browser: Browser, paths: list[str]) -> Seen:
    """The answers, without the moment of the server's own time."""
    answers = {path: browser.ask(f"http://{browser.address}{path}") for path in paths}
    return {path: (answer.status_code, NOW.sub("", repr(answer.content))) for path, answer in answers.items()}


def listed(browser: Browser, made: Any) -> list[Any]:
    """The tables in the public list, but for the one that gets there a second after its beginning."""
    return [table for table in browser.get("tables")["tables"] if table["id"] != made["soon"]["id"]]


def decide(browser: Browser, made: Any, seats: str = "AB") -> None:
    """The seats that owe a submission make the first legal one."""
    for seat in seats:
        path = f"seats/{made['seats'][seat]}"
        if (legal := browser.get(f"{path}?pictures=none&moves=1000").get("legal")) is not None:
            browser.post(f"{path}/submit", {"ply": legal["ply"], "text": legal["moves"][0]})


def begun(browser: Browser, settings: dict[str, Any]) -> Any:
    """A table with a caster, after three decisions, one sealed submission and a line of chat."""
    wanted: dict[str, Any] = {"kibitz": True, "caster": True, "listed": True, **settings}
    made = browser.table(VARIANT, "Ann", "Bob", settings=wanted, pace="none")
    for _ in range(3):
        decide(browser, made)
    decide(browser, made, "A")
    browser.post(f"seats/{made['seats']['A']}/chat", {"text": SAID})
    return made


def shown(browser: Browser, made: Any, holds: Callable[[Any], bool]) -> Any:
    """What spectators see, as soon as this holds."""
    end = time.monotonic() + PATIENCE_S
    while not holds(full := browser.get(f"matches/{made['id']}")):
        assert time.monotonic() < end, full
        time.sleep(0.02)
    return full


def told(full: Any) -> bool:
    return any(SAID in line["text"] for line in full["chat"])


@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("stored", ["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)], indirect=True)
def test_late_spectators_and_a_caster_see_after_a_kill_what_they_would_have_seen(tmp_path: Path) -> None:
    browser = Browser()
    with server(tmp_path) as (process, browser.address):
        made = {kind: begun(browser, settings) for kind, settings in KINDS.items()}
        inside = {kind: seen(browser, insiders(table)) for kind, table in made.items()}
        outside = {kind: seen(browser, spectators(table)) for kind, table in made.items() if kind != "soon"}
        open_lists = listed(browser, made)
        process.kill()
    assert all(SAID in repr(answers) for answers in inside.values())
    assert SAID not in repr((outside, open_lists))
    with server(tmp_path) as (_, browser.address):
        for kind, table in made.items():
            assert seen(browser, insiders(table)) == inside[kind], kind
            if kind != "soon":
                assert seen(browser, spectators(table)) == outside[kind], kind
        assert listed(browser, made) == open_lists
        soon = shown(browser, made["soon"], told)
        assert soon["seen"]["ply"] == browser.get(f"hosts/{made['soon']['host']}")["seen"]["ply"], "as late as it was, and not later"

        before = browser.get(f"matches/{made['decisions']['id']}")
        for table in made.values():
            decide(browser, table, "B")
        after = browser.get(f"matches/{made['decisions']['id']}")
        assert after["seen"]["ply"] == before["seen"]["ply"] + 1, "one decision more, and no other"
        assert not told(after)
        for kind in ("seconds", "hidden"):
            assert seen(browser, spectators(made[kind])) == outside[kind], kind
        for table in made.values():
            browser.post(f"seats/{table['seats']['B']}/resign", {})
        for kind in ("soon", "decisions", "hidden"):
            full = shown(browser, made[kind], lambda full: full["table"]["state"] == "over")
            assert told(full)
            assert full["seen"]["public"]["over"]
        assert seen(browser, spectators(made["seconds"])) == outside["seconds"]
