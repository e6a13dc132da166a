"""Public calls with everything wrong that we can think of: an error of the library, or a sentence that names the argument, refuses it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import deathmatch as dm
from deathmatch import PUBLIC, Seat

EVEN = dm.load_game("even-groups/standard", side=2)
TRICK = dm.load_game("five-card-trick/gauntlet", rounds=1)
JOUST = dm.load_game("tile-joust/gauntlet")
STATE, OTHER = EVEN.start(), TRICK.start()
VIEW, OTHER_VIEW = EVEN.view(STATE, Seat.B), TRICK.view(OTHER, Seat.A)
SOURCE = dm.random_source(1)
DECISION = EVEN.decision(VIEW)
MOVE = DECISION.sample(SOURCE)
DEAL_DUE = JOUST.start()
CHANCE: Any = JOUST.pending(DEAL_DUE).chance  # type: ignore[union-attr]
DEAL = CHANCE.sample(SOURCE)
LINE = dm.Playthrough.start(EVEN)
OVER = LINE.play("A", "resign").record
SCENE = EVEN.picture(VIEW)
LIVE = dm.new_match(EVEN, seed=1)
MATCH = LIVE.fold(LIVE.start(0))
WANTED = dm.WantedRuling("void", "a reason")


HUGE = 10**30


class Odd:
    """A value that no call can use."""

    def __repr__(self) -> str:
        return "<odd>"


def never() -> tuple[object, ...]:
    """Values that are wrong for every argument but a bot, whose maker may be any class or function."""
    return Odd(), (one for one in range(3)), {1, 2}, b"\xff", 1j


def strange() -> tuple[object, ...]:
    """Values that are wrong for most arguments."""
    numbers = (0, -1, 3, HUGE, 1.5, float("nan"), float("inf"), True)
    texts = ("", "x", "a", "b", "C", "A", "public", "\x00", "\ud800", "x" * 1_000, "even-groups/standard")
    values: tuple[object, ...] = (
        None,
        [],
        {},
        (),
        ("a", "b"),
        [None],
        {"A": None},
        {Seat.A: None},
        Seat.A,
        Seat.B,
        PUBLIC,
        dm.Onlooker(7),
        dm.TIMEOUT,
        Odd,
        len,
    )
    games = (
        EVEN,
        TRICK,
        STATE,
        OTHER,
        VIEW,
        OTHER_VIEW,
        DECISION,
        MOVE,
        DEAL,
        OVER,
        LINE,
        SCENE,
        MATCH,
        dm.BySeat(1, 2),
        dm.BySeat("", ""),
    )
    return (*numbers, *texts, *values, *games, *never())


class First:
    """Plays the first move."""

    def choose(self, _view: Any, decision: Any, _budget: dm.Budget, _source: dm.RandomSource) -> Any:
        return next(iter(decision.moves()))


RIGHT: dict[Callable[..., Any], dict[str, Any]] = {
    dm.load_game: {"name": EVEN.id, "options": {"side": 2}},
    dm.list_bots: {"game": EVEN},
    dm.load_bot: {"game": EVEN, "bot": "random"},
    dm.random_source: {"seed": 1, "label": "x"},
    dm.counted_budget: {"units": 1},
    dm.play_match: {"game": EVEN, "a": First, "b": First, "seed": 1, "thinking": 1},
    dm.load_generator: {"game": EVEN},
    dm.parse_record: {"text": str(OVER), "largest": 10_000},
    dm.read_record: {"path": "/nowhere/a.dm", "largest": 10_000},
    dm.write_record: {"record": OVER, "path": "/nowhere/a.dm"},
    dm.replay_record: {"record": OVER},
    dm.history_of: {"record": OVER},
    dm.game_of: {"record": OVER},
    dm.look: {"position": LINE.position, "eye": PUBLIC},
    dm.new_match: {"game": EVEN, "names": dm.BySeat("", ""), "seed": 1, "by_hand": False, "untimed": False},
    dm.render_svg: {"scene": SCENE, "theme": "light"},
    dm.render_png: {"scene": SCENE, "theme": "light", "scale": 0.1},
    dm.render_gif: {"frames": [(SCENE, 10)], "theme": "light", "scale": 0.1},
    dm.review_record: {"record": LINE.record, "seconds": 0.0},
    dm.solve_matrix: {"payoffs": [[1.0]]},
    EVEN.pending: {"state": STATE},
    EVEN.play: {"state": STATE, "turn": {Seat.B: MOVE}},
    JOUST.deal: {"state": DEAL_DUE, "deal": DEAL},
    EVEN.resign: {"state": STATE, "seat": Seat.A},
    EVEN.view: {"state": STATE, "eye": Seat.A},
    EVEN.decision: {"view": VIEW},
    EVEN.public: {"view": VIEW},
    EVEN.private: {"view": VIEW},
    EVEN.narrate: {"before": VIEW, "after": VIEW, "names": dm.BySeat("", "")},
    EVEN.picture: {"view": VIEW, "sealed": (), "names": dm.BySeat("", "")},
    dm.Playthrough.start: {"game": EVEN, "names": dm.BySeat("", None)},
    LINE.play: {"actor": "B", "move": MOVE},
    LINE.deal: {"source": SOURCE},
    LINE.position.accept: {"actor": "B", "text": DECISION.write(MOVE)},
    LINE.position.view: {"eye": Seat.A},
    LINE.position.decision: {"seat": Seat.B},
    LINE.position.public: {"eye": PUBLIC},
    LINE.position.private: {"seat": Seat.A},
    DECISION.read: {"text": "orange"},
    DECISION.write: {"move": MOVE},
    DECISION.check: {"move": MOVE},
    DECISION.sample: {"source": SOURCE},
    DECISION.compose: {"prefix": ()},
    CHANCE.read: {"text": CHANCE.write(DEAL)},
    CHANCE.write: {"deal": DEAL},
    CHANCE.check: {"deal": DEAL},
    CHANCE.sample: {"source": SOURCE},
    LIVE.start: {"now": 0},
    LIVE.submit: {"seat": Seat.A, "text": "orange", "ply": 0, "now": 0},
    MATCH.submit: {"seat": Seat.B, "text": "orange", "ply": 0, "now": 0, "allowance": 0},
    MATCH.deal: {"text": "x", "ply": 0, "now": 0},
    MATCH.expire: {"now": 0},
    MATCH.resign: {"seat": Seat.A, "now": 0},
    MATCH.pause: {"now": 0},
    MATCH.resume: {"now": 0},
    MATCH.rule: {"wanted": WANTED, "now": 0},
    MATCH.apply: {"event": MATCH.resign(Seat.A, 0)[0]},
    MATCH.fold: {"events": MATCH.resign(Seat.A, 0)},
    MATCH.seen: {"eye": Seat.A, "now": 0},
    MATCH.recall: {"eye": Seat.A, "question": 0},
}
"""Public calls with arguments that are right, or that only the world refuses, such as a path that does not exist."""


def cases(calls: Mapping[Callable[..., Any], dict[str, Any]]) -> Iterator[Any]:
    for function, right in calls.items():
        for name in right:
            yield pytest.param(function, right, name, id=f"{function.__qualname__}-{name}")


def called(function: Callable[..., Any], given: dict[str, Any]) -> object:
    parameters = inspect.signature(function).parameters
    only = [name for name in given if parameters[name].kind is inspect.Parameter.POSITIONAL_ONLY]
    return function(*(given[name] for name in only), **{name: one for name, one in given.items() if name not in only})


def judge(function: Callable[..., Any], right: dict[str, Any], name: str) -> None:
    """Asserts that a call refuses strange values of an argument by its name."""
    unnamed = []
    for value in strange():
        if (name == "games" and value == HUGE) or (name == "progress" and callable(value)):
            continue  # it plays so many matches; it calls that function
        try:
            called(function, {**right, name: value})
        except (dm.DeathmatchError, OSError):
            pass
        except (TypeError, ValueError) as error:
            words = str(error)
            if not any(one in words for one in (*right, "the match was not started", "no decision here", "owes no submission")):
                unnamed.append(ascii(f"{value!r}: {words}"))
            if len(words) > 500:
                unnamed.append(f"{len(words)} letters")
    assert not unnamed, "the sentence names an argument, and shows the value in brief"
    for value in never():
        if name not in ("bot", "a", "b", "progress", "payoffs"):
            with pytest.raises((dm.DeathmatchError, OSError, TypeError, ValueError)):
                called(function, {**right, name: value})


@pytest.mark.parametrize(("function", "right", "name"), list(cases(RIGHT)))
def test_a_wrong_argument_is_refused_by_its_name(
    function: Callable[..., Any], right: dict[str, Any], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a strange value may be the name of a file to write
    judge(function, right, name)
