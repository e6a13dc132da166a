"""What a table with deductions shows is exactly what follows for a hand, by going through all hands; without aids it shows less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from deathmatch.core.optional import Aid, AidedGame, picture
from deathmatch.core.scene import Scene
from deathmatch.core.seats import SEATS, Eye, Seat
from deathmatch.games.letter_hunt.picture import deduce
from deathmatch.games.letter_hunt.values import ALPHABET, COMMON, RARE, UNCOMMON
from deathmatch.games.letter_hunt.view import View
from deathmatch.match.position import Position
from tests.games.letter_hunt.test_rule_cases import GAMBIT, PLAIN, play

SEEN = "ABCDEFGH"  # the letters that random matches below are about: the others are soon known not to be there


def fits(view: View, seat: Seat) -> Iterator[set[str]]:
    """Every hand that a seat may have by what this eye has learned, as plainly as it can be said."""
    own = view.own
    barred = set(view.out) | set(view.onlookers) | set(view.missed(seat))
    if own is not None:
        barred |= set(own.hand) | (set(own.dealt[0]) if view.terms.offers else set())
    for letters in combinations([letter for letter in ALPHABET if letter not in barred], view.cards[seat]):
        hand = set(letters)
        if all(_agrees(view, seat, hand, index) for index in range(len(view.turns))) and _offered(view, hand | set(view.lost[seat])):
            yield hand


def _offered(view: View, hand: set[str]) -> bool:
    limits = ((COMMON, 4), (UNCOMMON, 3), (RARE, 1))
    return not view.terms.offers or all(len(hand & set(rarity)) <= most for rarity, most in limits)


def _agrees(view: View, seat: Seat, hand: set[str], index: int) -> bool:
    """Whether a hand agrees with what the turn of this number told of it, together with all that left it since."""
    turn = view.turns[index]
    taken = turn.hints[seat.other] if turn.action == "word" else None
    if taken is None or taken.kind is None or taken.result is None:
        return True
    then = set(hand)
    for later in view.turns[index + 1 :]:
        if later.seat is seat:
            then |= set(later.lost)
        elif later.action == "guess" and later.hit:
            then.add(later.what)
    counts = Counter(turn.what)
    number = sum(counts[letter] if view.terms.each else 1 for letter in counts if letter in then)
    return {"none": number == 0, "one": number == 1, "odd": number % 2 == 1, "any": number > 0}[taken.kind] == taken.result


# --- Random matches, told apart letter by letter

EVENTS = st.lists(st.tuples(st.sampled_from(["word"] * 4 + ["guess"]), st.text(SEEN, min_size=3, max_size=6)), max_size=9)


def matched(each: bool, colosseum: bool, events: list[tuple[str, str]]) -> Position:
    """A match in which words of few letters are played; whoever guesses does so with the first letter of the word."""
    options = {"first": "A", "repeats": "each" if each else "distinct", "hints": "one-odd-any"}
    offered = ["deal offer A:ADGNBCYX B:EILSFHKJ", "A pick ADGBX", "B pick EIFHJ"]
    start = offered if colosseum else ["deal hands A:ABCDZ B:EFGHY"]
    position = play("colosseum" if colosseum else "gambit", start, **options, **({} if colosseum else {"holds": 0}))
    for number, (what, text) in enumerate(events):
        seat = position.owing[0]
        used = {turn.what for turn in position.view(seat).turns}
        if what == "word" and text not in used:
            position, _ = position.accept(seat, f"word {text}")
            kinds = ("one", "odd", "any")
            for step, asker in enumerate((seat.other, seat)):
                position, _ = position.accept(asker, f"hint {kinds[(number + step) % 3]}")
        else:
            position, _ = position.accept(seat, f"guess {text[0]}")
            if position.over is None and position.pending.name == "lose":  # type: ignore[union-attr]
                position, _ = position.accept(seat, f"lose {position.view(seat).own.hand[-1]}")
        if position.over is not None:
            break
    return position


@settings(max_examples=12, deadline=None)
@given(each=st.booleans(), colosseum=st.booleans(), events=EVENTS, eye=st.sampled_from(SEATS))
def test_what_is_deduced_is_what_every_hand_that_fits_has_in_common(
    each: bool, colosseum: bool, events: list[tuple[str, str]], eye: Seat
) -> None:
    position = matched(each, colosseum, events)
    view = position.view(eye)
    if position.over is not None:
        assert deduce(view, eye.other) == ("", "")
        return
    hands = list(fits(view, eye.other))
    assert set(position.state.sides[eye.other].hand) in hands
    deduced = deduce(view, eye.other)
    assert set(deduced.held) == set.intersection(*hands)
    assert set(deduced.absent) == set(ALPHABET) - set.union(*hands) - set(view.out)


# --- What the picture does with it


def cells(position: Position, eye: Eye, aid: Aid) -> dict[str, str]:
    """The alphabet's labels by letter, those that are open left out."""
    scene: Scene = picture(position.game, position.view(eye), (), aid)
    labels = {element.label[0]: element.label[3:] for element in scene.elements if element.slot.startswith("letter-")}
    return {letter: label for letter, label in labels.items() if label != "open"}


MATCH = [
    *GAMBIT,
    "A word FOG",
    "B hint none",
    "A hint any",
    "B word FOX",
    "A hint none",
    "B hint any",
    "A guess I",
    "B guess Z",
    "B lose J",
]


def test_deductions_are_shown_where_the_table_has_them() -> None:
    """B asked whether a letter of FOX is in A's hand, and was told that none is."""
    position = play("gambit", MATCH, **PLAIN)
    assert isinstance(position.game, AidedGame)
    none, log, all_ = (cells(position, Seat.B, aid) for aid in Aid)
    assert none == {"F": "in your hand", "G": "in your hand", "H": "in your hand", "I": "out, {B} had it", "J": "out, {B} had it"}
    assert log == none | {"Z": "not in {A}'s hand"}
    absent = dict.fromkeys("OXZ", "not in {A}'s hand")
    assert all_ == none | absent
