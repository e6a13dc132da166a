"""Non-interference of what is dealt: two matches that differ in a deal are the same for every eye that the deal was not shown to.

Which deals are secret, and from whom, only a game knows: `tests/games/GAME/leaks.py` has
`worlds(source) -> (record, record, eyes)`, two records of the same length whose difference these eyes must not be able to tell, up to
their ends. Here both are lived through, event by event, and all that the referee gives those eyes is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Deals
from deathmatch.core.seats import HOST, PUBLIC, BySeat, Eye, Seat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.journal import Dealt, Event, Lined, Resigned, Submitted, TimedOut
from deathmatch.match.position import DEAL, HOSTS, RESIGN, TIMED_OUT
from deathmatch.match.record import Entry, Record, read
from deathmatch.match.replay import positions
from tests.conformance.cases import CASES, Case, Step, find, match
from tests.leaks.test_referee import gets, trouble
from tests.live import LiveMatch as Match

Worlds = Callable[[RandomSource], tuple[str, str, tuple[Eye, ...]]]

GAMES = Path(__file__).parents[1] / "games"
PAIRS, NIGHTLY_PAIRS = 20, 200
CLOSELY = 6  # pairs that are compared after every event; the others at their end, which tells all that was told before
STEP = 1000  # ms from one event to the next
LINES = ("show AB", "take AB 0", "deal tiles 9 9 9", 'ask AB hand 9 9 ""')
WRONG = ("", "?", "timeout", "deal", "x" * 500, "no such move")


def folder(game: str) -> str:
    return game.replace("-", "_")


def hides(case: Case, step: Step) -> bool:
    """Whether another deal in this place would have looked the same to the public."""
    if step.deal is None:
        return False
    game = case.game
    chance = game.pending(step.state).chance
    after, seen = set(), set()
    for number in range(4):
        state = game.deal(step.state, chance.sample(HmacSource(b"hides", str(number))))
        after.add(state)
        seen.add(game.view(state, PUBLIC))
        if len(seen) < len(after):
            return True
    return False


def hiding() -> list[str]:
    """The games in which chance deals what not everybody sees, by a random match of each case."""
    found: set[str] = set()
    for case in CASES:
        if (
            case.variant.deals
            and case.variant.game not in found
            and any(hides(case, step) for number in range(9 if case.variant.hosted else 1) for step in match(case, number))
        ):
            found.add(case.variant.game)
    return sorted(found)


HAVE = sorted(path.parent.name for path in GAMES.glob("*/leaks.py"))


@pytest.mark.nightly
def test_every_game_with_hidden_deals_says_what_they_may_tell() -> None:
    found = hiding()
    assert "toy" in found
    assert {folder(game) for game in found} == set(HAVE)


def event(entry: Entry, ply: int, now: int) -> Event:
    """An event of a record that is no deal, as one of a journal."""
    if entry.actor == HOSTS:
        return Lined(now, entry.text)
    seat = Seat(entry.actor)
    if entry.text == RESIGN:
        return Resigned(now, seat)
    return TimedOut(now, seat, ply) if entry.text == TIMED_OUT else Submitted(now, seat, ply, entry.text)


def host_deals(record: Record) -> list[bool]:
    """For each event of the record whether a host who deals by hand makes it."""
    return [isinstance(at.pending, Deals) and at.pending.chance.by_hand for at in positions(record)][: len(record.entries)]


def lived(text: str) -> Iterator[tuple[Match, int, int]]:
    """The match of a record at a table dealt by hand after each event, the moment, and the question that the host answered last (or -1)."""
    record = read(text, find)
    live = Match(record.variant, record.header.given, names=BySeat("Ann", "Bob"), dealer=Dealer(bytes(32), BySeat(b"", b"")), by_hand=True)
    live.start(0)
    last = -1
    yield live, 0, last
    for number, (entry, host) in enumerate(zip(record.entries, host_deals(record), strict=True), 1):
        now = STEP * number
        last = live.ply if host else last
        live.replay([Dealt(now, entry.text, host) if entry.actor == DEAL else event(entry, live.ply, now)])
        yield live, now, last


def known(live: Match, eye: Eye, now: int) -> list[str]:
    """All that this eye can get out of the referee: what it sees, was told, may look at again, and is answered when it is wrong."""
    found = [gets(live, eye, now), repr(live.recall(eye, live.ply))]
    if isinstance(eye, Seat):
        found += [trouble(lambda text=text: live.submit(eye, text, live.ply, now)) for text in WRONG]  # type: ignore[misc]
    if eye == HOST:
        found += [trouble(lambda text=text: live.now.line(text, live.ply, now)) for text in (*WRONG, *LINES)]  # type: ignore[misc]
    return found


@pytest.mark.parametrize(("most", "closely"), [(PAIRS, CLOSELY), pytest.param(NIGHTLY_PAIRS, NIGHTLY_PAIRS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", HAVE)
def test_a_deal_is_known_to_nobody_whom_it_was_not_shown_to(name: str, most: int, closely: int) -> None:
    worlds: Worlds = import_module(f"tests.games.{name}.leaks").worlds
    hidden: set[Eye] = set()
    for number in range(most):
        one, other, eyes = worlds(HmacSource(b"worlds", f"{name} {number}"))
        assert one != other
        assert eyes
        hidden.update(eyes)
        for (here, now, _), (there, *_) in zip(lived(one), lived(other), strict=True):
            for eye in eyes if number < closely else ():
                assert known(here, eye, now) == known(there, eye, now)
        for eye in eyes:
            assert known(here, eye, now) == known(there, eye, now)
            assert [here.recall(eye, ply) for ply in range(here.ply)] == [there.recall(eye, ply) for ply in range(there.ply)]
    assert {*Seat, PUBLIC} <= hidden, "no seat and nobody in the public is told everything that is dealt"


def test_a_number_that_is_shown_would_be_seen() -> None:
    """The toy's worlds do differ for the eyes that are left out, so the comparison above can fail."""
    worlds: Worlds = import_module("tests.games.toy.leaks").worlds
    told = 0
    for number in range(20):
        one, other, eyes = worlds(HmacSource(b"worlds", f"toy {number}"))
        *_, (here, now, _) = lived(one)
        *_, (there, *_) = lived(other)
        for eye in here.game.eyes():
            if eye not in eyes:
                assert [here.recall(eye, ply)[0] for ply in range(here.ply)] != [there.recall(eye, ply)[0] for ply in range(there.ply)]
                told += 1
        assert now > 0
    assert told > 20
