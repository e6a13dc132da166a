"""What a file may declare: decks, hands, options, variants, drawings of its own, records and the book."""

from __future__ import annotations

import pickle
import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import deathmatch
from deathmatch import games
from deathmatch.core.chance import Repeated
from deathmatch.core.errors import Malformed
from deathmatch.core.game import Ask, Deals, Over, Variant
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.onefile import load, loading
from tests.onefile.playing import Played, example


@cache
def cards(name: str = "cards") -> tuple[Variant, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "SECONDS", 0.2)
        return load(Path(__file__).with_name(f"{name}.py"))


def dealt(**options: int | str) -> Played:
    return Played(cards()[0], **options).deal("hands 3 9 20").deal("hands 4 8 1").deal("die 2")


def test_every_class_is_a_variant_and_options_stand_before_clocks() -> None:
    assert [variant.id for variant in cards()] == ["cards/standard", "cards/one-suit"]
    assert [option.key for option in cards()[1].options] == ["first", "style", "thinking", "bank"]
    assert [option.clock for option in cards()[1].options] == [False, False, True, True]


def test_a_hand_is_seen_by_its_seat_and_a_deck_by_nobody() -> None:
    played = dealt()
    assert played.public()["hand"] == {"A": [None] * 3, "B": [None] * 3}
    assert played.game.private(played.game.view(played.state, Seat.A)) == {"own_hand": [3, 9, 20]}
    for eye in (*SEATS, PUBLIC):
        assert played.public(eye)["deck"] == [None] * 14
    assert "{B}, place 1: face down" in played.game.picture(played.game.view(played.state, Seat.A)).text()


def test_a_turned_card_is_seen_by_the_other_seat_alone_until_it_is_shown_and_closed_again() -> None:
    played = Played(cards("forehead")[0]).deal("card 3").deal("card 9")
    a, b, public = (played.game.view(played.state, eye) for eye in (Seat.A, Seat.B, PUBLIC))
    assert played.public() == {"chips": {"A": 5, "B": 5}, "card": {"A": None, "B": None}}
    assert [dict(played.game.private(view)) for view in (a, b, public)] == [{"other_card": 9}, {"other_card": 3}, {}]
    assert played.turn("bet", "bet").public() == {"chips": {"A": 4, "B": 6}, "card": {"A": 3, "B": 9}}
    assert played.deal("card 2").public()["card"] == {"A": None, "B": None}, "it is closed with the next deal"


def test_the_log_tells_a_deal_only_if_it_is_shown() -> None:
    assert dealt().told() == ["Chance: 2."]
    assert Played(cards()[0]).deal("hands 3 9 20").told(Seat.A) == ["Chance deals."]


@pytest.mark.parametrize("text", ["hands 1 2", "hands 1 2 21", "hands", "die 1", "hands 1 2 x"])
def test_a_deal_that_is_none_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="cards R1"):
        Played(cards()[0]).deal(text)


def test_who_begins_is_an_option_and_the_others_turn_follows() -> None:
    for first in SEATS:
        played = dealt(first=str(first)).turn("2", "timeout")
        assert played.game.pending(played.state) == Ask((first,), "play_card")
        assert played.public()["bids"] == {"A": 2, "B": 1}


def test_places_of_the_other_are_tapped_where_they_lie_and_reasons_end_the_match() -> None:
    played = Played(cards("mines")[0], first="B").turn("1 5 9", "3 2 4")
    assert played.public()["mines"] == {"A": [None] * 3, "B": [None] * 3}
    decision = played.game.decision(played.game.view(played.state, Seat.B))
    assert {choice.token: choice.slot for choice in decision.compose(()).choices} == {str(n): f"a-opened-{n}" for n in range(1, 10)}
    played.turn(b="1").turn("9").turn(b="9")
    assert played.over == Over(Seat.A, "dead")
    assert played.public()["mines"]["A"] == [1, 5, 9], "after the end everything is open"


def test_a_number_is_composed_as_a_number() -> None:
    played = dealt()
    decision = played.game.decision(played.game.view(played.state, Seat.B))
    assert decision.compose(()).number is not None
    assert decision.compose(("3",)).whole == "3"
    assert decision.count() == 4
    for wrong in ("4", "-1", "03", "x"):
        with pytest.raises(Malformed):
            decision.compose((wrong,))


def test_games_go_on_until_one_seat_has_won_most_of_them() -> None:
    played = dealt()
    for game in (1, 2):
        played.turn("0", "0").turn("20").turn(b="8").turn("9").turn(b="4").turn("3").turn(b="1")
        assert played.public()["games"]["A"] == game
        if game == 1:
            assert (played.told(Seat.A)[-1], played.told(Seat.B)[-1]) == ("You have bid 0.", "{A} wins the game.")
            assert played.public()["hand"] == {"A": [], "B": []}
            assert played.game.picture(played.game.view(played.state, PUBLIC)).title == "Game 2 of 3"
            played.deal("hands 3 9 20").deal("hands 4 8 1").deal("die 2")
    assert played.over is not None
    assert (played.over.winner, played.over.reason) == (Seat.A, "points")


def test_rules_may_end_the_match_for_a_reason_of_their_own() -> None:
    played = dealt(style="short").turn("0", "0").turn("20").turn(b="8").turn("9").turn(b="4").turn("3").turn(b="1")
    assert played.over is not None
    assert cards()[0].reasons[played.over.reason] == "{winner} has won every trick of a game."


def test_a_state_that_was_kept_or_sent_is_played_on_from() -> None:
    first = dealt().turn("0", "0")
    kept = pickle.loads(pickle.dumps(first.state))
    after = first.turn("20").state
    first.state = kept
    assert first.turn("9").public()["table"] == [9]
    first.state = kept
    assert first.turn("20").state == after


@pytest.mark.parametrize("name", ["three_lamps", "swapping_black_and_white", "cards"])
def test_pictures_keep_their_size_the_readers_side_is_below_and_every_place_fits_a_finger(name: str) -> None:
    variant = cards()[0] if name == "cards" else example(name)
    played, sizes = Played(variant), set()
    for _ in range(30):
        for eye in (*SEATS, PUBLIC):
            view = played.game.view(played.state, eye)
            scene = played.game.picture(view)
            sizes.add((scene.width, scene.height))
            heads = {one.slot: one.at[1] for one in scene.elements if one.slot.startswith("seat-")}
            near = eye if eye in SEATS else Seat.B
            assert heads[f"seat-{near.lower()}"] > heads[f"seat-{near.other.lower()}"]
            slots = {one.slot for one in played.game.decision(view).compose(()).choices if one.slot} if eye in owing(played) else set()
            places = {one.slot: (one, re.search(r'width="([0-9.]+)" height="([0-9.]+)"[^>]*line-line', one.svg)) for one in scene.elements}
            for slot in slots:
                element, size = places[slot]
                assert size is not None
                assert min(float(size[1]), float(size[2])) >= 44
                assert 0 <= element.at[0] <= 360 - float(size[1])
        on(played)
    assert len(sizes) == 1


def owing(played: Played) -> tuple[Seat, ...]:
    pending = played.game.pending(played.state)
    return pending.seats if isinstance(pending, Ask) else ()


def on(played: Played) -> None:
    """The first answer of everybody."""
    pending = played.game.pending(played.state)
    if isinstance(pending, Deals):
        played.state = played.game.deal(played.state, pending.chance.sample(Repeated(1)))
    elif isinstance(pending, Ask):
        turn = {seat: played.game.decision(played.game.view(played.state, seat)).moves()[-1] for seat in pending.seats}
        played.state = played.game.play(played.state, turn)


@pytest.mark.parametrize(
    "text",
    [
        "deathmatch 1\ngame three-lamps/standard\noption rounds 2\nA grow steal\nB timeout\nA claim\nB grow\n",
        "deathmatch 1\ngame swapping-black-and-white/standard\nA timeout\nB 7 1 4\ndeal late A 8 0 5\nB resign\n",
        "deathmatch 1\ngame cards/standard\noption style short\ndeal hands 18 19 20\ndeal hands 4 8 1\ndeal die 2\n"
        + "A 0\nB timeout\nA 20\nB timeout\nA 19\nB 4\nA 18\nB 8\n",
    ],
)
def test_a_record_is_replayed_to_its_end_and_written_again(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variant in (example("three_lamps"), example("swapping_black_and_white"), cards()[0]):
        module = ModuleType(f"brought_{variant.game}")
        module.VARIANTS = (variant,)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(games.GAMES, variant.game, module.__name__)
    record = deathmatch.parse_record(text)
    *_, last = deathmatch.replay_record(record)
    assert last.over is not None
    assert str(record) == text


def test_the_book_has_the_tables_and_sections_that_follow_from_the_file() -> None:
    book = example("swapping_black_and_white").make.book  # type: ignore[attr-defined]
    assert book.startswith("# Swapping Black & White\n\n## The game\n\nBoth players lay the tiles")
    for line in (
        "| `time_lay` | 1 to 86400 | 180 | seconds: Three tiles, face down, in order |",
        "| `swap` | `time_swap`, then `bank` | chance answers, `deal late` |",
        "- **R1 (submitting)** A seat submits the answer that it owes, once. Anything else is refused.",
        "- **R8 (tie)** After a tie, all of it is played again from the start. If the third time is a tie, too, the DMO wins.",
        "- `dmo`: Both have equally many points, and the winner is the DMO.",
        "`tiles` is known to its own seat alone.",
        "Private: `own_hand`, `own_tiles`.",
    ):
        assert line in book
