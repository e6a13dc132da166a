"""The mistakes of the levels of Tile Joust: what each of them does to the play of `strong`."""

from __future__ import annotations

from dataclasses import asdict, replace
from statistics import fmean, stdev
from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import UNLIMITED
from deathmatch.core.seats import BySeat, Seat
from deathmatch.games import find
from deathmatch.games.tile_joust import TileJoust, bidding, bot, levels
from deathmatch.games.tile_joust.bidding import BackwardInduction, own_worth
from deathmatch.games.tile_joust.bot import Steady, Strong
from deathmatch.games.tile_joust.levels import Fallible, Knobs, Misjudged, knobs
from deathmatch.games.tile_joust.values import Bid, Move, Plain, Size
from deathmatch.games.tile_joust.view import View
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position

FAULTLESS = knobs(1.0)
DEAL = "deal tiles 3-6-12 2-8-9 1-7-13 4-10-11 left 5"
BOUGHT = f"{DEAL}\nB fold\nA choose giant"  # A holds the 6, and the 12 is under auction
JOUST = f"{DEAL}\nA choose minute\nB choose balance\nA choose giant\nB choose giant"  # without chips: each seat has six tiles
UP = f"{JOUST}\nA put 1\nB put 13"


def after(lines: str, options: dict[str, Any] | None = None) -> Position:
    """The position of `gauntlet` after these events, one a line."""
    variant = find("tile-joust/gauntlet")
    position = Position.start(variant, variant.bind(options or {})[1])
    for line in lines.splitlines():
        actor, text = line.split(" ", 1)
        position = position.accept(actor if actor == "deal" else Seat(actor), text)[0]
    return position


def jousting(lines: str = UP) -> Position:
    """A joust of the only set."""
    return after(lines, {"chips": 0, "sets": 1})


def seen(position: Position, seat: Seat = Seat.A) -> View:
    """What a seat sees there."""
    view: View = position.game.view(position.state, seat)
    return view


def player(**mistakes: float) -> Fallible:
    """A bot with these mistakes alone."""
    return Fallible(seen(after("")).terms, replace(FAULTLESS, **mistakes))


def answers(bot: Fallible | Strong | Steady, position: Position, seat: Seat = Seat.A, times: int = 1) -> list[Move]:
    """What a bot submits there, each time with other random numbers."""
    view, decision = seen(position, seat), position.decision(seat)
    return [bot.choose(view, decision, Counted(2000), HmacSource(b"level", str(number))) for number in range(times)]


# --- The scale


@pytest.mark.parametrize("variant", ["gauntlet", "final"])
def test_the_greatest_skill_is_strong_itself(variant: str) -> None:
    game = find(f"tile-joust/{variant}").bind({})[1]
    assert isinstance(game, TileJoust)
    assert levels.levels(game).bot(1.0) == Strong(game.terms)


def test_with_no_mistake_it_plays_like_strong() -> None:
    """In auctions; a joust with several hands of the other seat is mixed less finely."""
    for position in (after(DEAL), after(f"{DEAL}\nB bid 2\nA bid 5")):
        assert answers(player(), position, Seat.B, 5) == answers(Strong(player().terms), position, Seat.B, 5)


def test_mistakes_shrink_with_skill() -> None:
    """Each knob moves in one direction, from a beginner to `strong`."""
    steps = [asdict(knobs(skill / 20)) for skill in range(21)]
    for name in ("astray", "guess", "blur", "naive", "plodding"):
        assert [step[name] for step in steps] == sorted([step[name] for step in steps], reverse=True), name
        assert steps[-1][name] == 0 < steps[0][name]
    for name, most in (("worlds", bot.WORLDS), ("whole", bot.WHOLE), ("single", bot.SINGLE)):
        assert [step[name] for step in steps] == sorted([step[name] for step in steps]), name
        assert steps[0][name] < steps[-1][name] == most


# --- The auctions


def test_a_beginner_thinks_that_the_worth_of_a_tile_grows_with_its_number() -> None:
    bot = player(naive=1.0)
    rated = [bot.rated(number) for number in range(1, 14)]
    assert rated == sorted(rated)
    assert rated[0] < 0.3 * bidding.of(bot.terms)[1]
    assert fmean(rated) == pytest.approx(bidding.mean(bot.terms))
    assert player().rated(1) == bidding.of(bot.terms)[1]


def test_a_beginner_overlooks_all_that_its_own_tiles_tell() -> None:
    view = seen(after(BOUGHT))
    other = seen(after(BOUGHT.replace(DEAL, "deal tiles 1-4-12 2-8-9 3-7-13 6-10-11 left 5")))
    assert own_worth(view, Size.GIANT) != own_worth(other, Size.GIANT)
    assert Misjudged(naive=1.0).worth(view, Size.GIANT, 1.0) == Misjudged(naive=1.0).worth(other, Size.GIANT, 1.0)
    assert Misjudged().worth(view, Size.GIANT, 1.0) == own_worth(view, Size.GIANT)


def off(view: View, times: int, blur: float = 1.0) -> list[float]:
    """By how much a bot misjudges the giant tile, with other random numbers each time."""
    bot = player(blur=blur)
    return [bot.bidding(view, HmacSource(b"off", str(number))).off[2] for number in range(times)]


def test_a_misjudgment_stays_as_long_as_the_seat_holds_the_same_tiles() -> None:
    """Its own numbers decide on it, which the other seat does not know; a smaller part is new for each bid."""
    here = seen(after(BOUGHT))
    other = seen(after(BOUGHT.replace("3-6-12", "3-8-12").replace("2-8-9", "2-6-9")))
    assert seen(after(BOUGHT), Seat.B) == seen(after(BOUGHT.replace("3-6-12", "3-8-12").replace("2-8-9", "2-6-9")), Seat.B)
    assert stdev(off(here, 200)) == pytest.approx(0.6, rel=0.15)
    assert abs(fmean(off(here, 200)) - fmean(off(other, 200))) > 0.3
    assert fmean(off(here, 200, blur=2.0)) == pytest.approx(2 * fmean(off(here, 200)))


def test_with_no_tile_of_its_own_each_misjudgment_is_new() -> None:
    """Or the code would tell everybody how the first tile of a match is misjudged."""
    empty = seen(after(DEAL), Seat.B)
    assert fmean(off(empty, 200)) == pytest.approx(0.0, abs=0.25)
    assert stdev(off(empty, 200)) == pytest.approx(1.0, rel=0.15)


def test_a_plodder_only_ever_bids_one_more() -> None:
    position = after(DEAL)
    assert {move.chips for move in answers(player(), position, Seat.B, 10) if isinstance(move, Bid)} - {1}
    assert set(answers(player(plodding=1.0), position, Seat.B, 10)) == {Bid(1)}
    assert answers(player(plodding=1.0), after(f"{DEAL}\nB bid 1"), Seat.A) == [Bid(2)]
    assert answers(player(plodding=1.0), after(f"{DEAL}\nB bid 60"), Seat.A) == [Plain.FOLD]


def test_a_plodder_stops_at_the_price_that_the_tile_is_worth_to_it() -> None:
    view = seen(after(DEAL), Seat.B)
    most = BackwardInduction().even_price(view, UNLIMITED)
    assert 1 < most < 20
    assert answers(player(plodding=1.0), after(f"{DEAL}\nB bid 1\nA bid {most - 1}"), Seat.B) == [Bid(most)]
    assert answers(player(plodding=1.0), after(f"{DEAL}\nB bid 1\nA bid {most}"), Seat.B) == [Plain.FOLD]


def test_a_plodder_does_not_give_tiles_away_to_a_seat_without_chips() -> None:
    position = after(f"{DEAL}\nB bid 90\nB choose giant")
    assert position.state.chips == BySeat(90, 0)
    assert answers(player(plodding=1.0), position) == [Bid(1)]


# --- Jousts


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """For each joust that is worked out: the hands of the other seat, and whether the phase is worked out to its end."""
    found: list[tuple[int, bool]] = []

    def looking(view: View, worlds: int, budget: Counted, *, whole: bool) -> bot.Looked:
        found.append((worlds, whole))
        return bot.look(view, min(worlds, 1), budget, whole=whole)

    monkeypatch.setattr(levels, "look", looking)
    return found


@pytest.mark.parametrize(
    ("mistakes", "expected"),
    [
        ({}, [(10, True)]),
        ({"worlds": 3.0}, [(3, True)]),
        ({"whole": 12.0}, [(10, True)]),
        ({"whole": 11.0}, [(10, False)]),
        ({"whole": 0.0, "single": 12.0}, [(10, False)]),
        ({"whole": 0.0, "single": 11.0}, []),
    ],
    ids=str,
)
def test_it_works_out_fewer_tiles_and_fewer_hands(
    mistakes: dict[str, float], expected: list[tuple[int, bool]], looked: list[tuple[int, bool]]
) -> None:
    answers(player(**mistakes), jousting())
    assert looked == expected


def test_a_number_of_hands_between_two_is_right_on_average(looked: list[tuple[int, bool]]) -> None:
    answers(player(worlds=2.5, whole=0.0), jousting(), times=60)
    assert {worlds for worlds, _ in looked} == {2, 3}
    assert fmean(worlds for worlds, _ in looked) == pytest.approx(2.5, abs=0.25)


def test_beyond_what_it_works_out_it_jousts_like_steady() -> None:
    bot = player(whole=0.0, single=0.0)
    assert answers(bot, jousting()) == answers(Steady(bot.terms), jousting())
    lead = f"{JOUST}\nA put 12\nB put 2\nA put 11\nB pass"
    assert answers(bot, jousting(lead)) == answers(Steady(bot.terms), jousting(lead)) == [Plain.PASS]


def test_a_wrong_idea_of_the_total_over_there_changes_its_answer() -> None:
    lead = jousting(f"{JOUST}\nA put 12\nB put 2\nA put 8\nB pass")
    assert len(set(answers(player(whole=0.0, single=0.0), lead, times=20))) == 1
    assert len(set(answers(player(whole=0.0, single=0.0, guess=8.0), lead, times=20))) > 1


def test_a_beginner_begins_a_joust_with_larger_tiles() -> None:
    def first(guess: float) -> float:
        moves = answers(player(whole=0.0, single=0.0, guess=guess), jousting(JOUST), times=60)
        return fmean(move.tile.number for move in moves if not isinstance(move, Plain))  # type: ignore[union-attr]

    assert first(0.0) < 2.5 < first(8.0)


def test_moves_of_a_joust_are_misjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matrix that it mixes is off by row, and the same for each hand of the other seat."""
    mixed: list[Any] = []

    def mixing(games: list[Any], *rest: Any) -> Any:
        mixed.append([matrix.copy() for matrix, _ in games])
        return bot.mix(games, *rest)

    monkeypatch.setattr(levels, "mix", mixing)
    answers(player(worlds=2.0), jousting())
    answers(player(worlds=2.0, astray=1.0), jousting())
    right, wrong = mixed
    errors = [b - a for a, b in zip(right, wrong, strict=True)]
    assert errors[0].std(axis=1) == pytest.approx(0, abs=1e-9)
    assert errors[0][:, 0] == pytest.approx(errors[1][:, 0])
    assert 0.3 < errors[0][:, 0].std() < 3


def test_all_mistakes_have_names_that_a_table_can_show() -> None:
    assert set(asdict(FAULTLESS)) == {"worlds", "whole", "single", "astray", "guess", "blur", "naive", "plodding"}
    assert Knobs(**asdict(FAULTLESS)) == FAULTLESS
