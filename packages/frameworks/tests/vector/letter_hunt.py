"""Letter Hunt by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.letter_hunt.values import Both, Coin, Due, Row, Taken, Turn, Verb
from deathmatch.games.letter_hunt.view import View
from deathmatch_frameworks.games.letter_hunt import vector
from packages.frameworks.tests.vector.mirror import Composed, Setting, Sheet

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations, Tables

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DECISIONS = ("first", "hold", "pick", "turn", "hint", "lose")
KINDS = ("none", "one", "odd", "any")
LATEST = 16
WATCHERS = 16
RESULTS = {True: 1, False: -1, None: 0}


def of_mask(mask: int) -> str:
    """A set of letters."""
    return "".join(letter for place, letter in enumerate(LETTERS) if int(mask) >> place & 1)


class LetterHunt(Composed):
    """An action is a token of the encoding."""

    rare = frozenset({"hand"})

    def __init__(self, setting: Setting, sheet: Sheet, tables: Tables = ()) -> None:
        self._words = setting.places["word1.letters"].start  # of the first place of the words
        self._written: dict[Seat, list[Turn]] = {seat: [] for seat in SEATS}  # the words that are written
        super().__init__(setting, sheet, tables)

    def dealt(self, name: str, looks: Sequence[Observations]) -> Any:
        """See `Mirror`."""
        row = self.tables[0]
        hands = [of_mask(row[vector.IN_HAND + seat]) for seat in range(2)]
        if name == "first":
            return Coin(SEATS[int(row[vector.STARTS])])
        if name == "hands":
            return Both(Due.HANDS, BySeat(*hands))
        if name == "offer":
            return Both(Due.OFFER, BySeat(*[of_mask(row[vector.DEALT + seat]) for seat in range(2)]))
        if name == "onlookers":
            letters = [int(row[vector.ONLOOKERS + place // 12]) >> 5 * (place % 12) & 31 for place in range(WATCHERS)]
            return Row(Due.ONLOOKERS, "".join(LETTERS[letter - 1] for letter in letters if letter))
        assert name == "redraw"
        kept = self.state.sides.map(lambda side: side.kept[-1])
        return Both(Due.REDRAW, BySeat.of(lambda seat: "".join(sorted(set(hands[SEATS.index(seat)]) - set(kept[seat])))))

    def look(self, seat: Seat, row: Observations, *, new: bool) -> None:
        """See `Mirror`."""
        places = self.setting.places
        if new:
            self._position(seat, row)
            if not self.given[seat]:
                return
        row[places["own.owes"]] = seat in self.owing
        given = [self.setting.texts[action] for action in self.given[seat]]
        spelled = [_number(token[1].upper()) + 1 for token in given if token[0] == "~"]
        begun = [given[:1] == [verb] for verb in ("word", "guess", "hand")]
        row[places["own.begun"].start : places["own.spelled"].stop] = begun + spelled + [0] * (15 - len(spelled))
        named = row[places["own.given"]]
        named[:] = 0
        letters = (
            self.state.sides[seat].hand if given == ["all"] else [token.upper() for token in given if len(token) == 1 and token != "."]
        )
        named[[_number(letter) for letter in letters]] = 1

    def _position(self, seat: Seat, row: Observations) -> None:
        """All but the submission that is begun."""
        view: View = self.view(seat)
        own, other, places = view.own, seat.other, self.setting.places
        assert own is not None
        row[: self._words] = 0
        limit = view.terms.turn_limit
        owes = places["own.owes"].start
        row[: owes + 2] = [seat is Seat.B, *[self.owed == name for name in DECISIONS], seat in self.owing, other in self.asked]
        turns = [view.round, not limit or view.round <= limit, view.redraws, _side(view.first, seat), _side(view.active, seat)]
        row[places["round"].start : places["own.given"].start] = [*turns, view.cards[seat], view.cards[other]]
        wrong = {who: [turn.what for turn in view.turns if turn.action == "guess" and not turn.hit and turn.seat is who] for who in SEATS}
        ones: list[int] = []
        for name, letters in (
            ("own.hand", own.hand),
            ("own.dealt", "".join(own.dealt)),
            ("own.given_up", _given_up(own.dealt, own.kept)),
            ("own.lost", view.lost[seat]),
            ("other.lost", view.lost[other]),
            ("own.not_held", view.not_held[seat]),
            ("other.not_held", view.not_held[other]),
            ("own.missed", "".join(wrong[seat])),
            ("other.missed", "".join(wrong[other])),
        ):
            ones += [places[name].start + _number(letter) for letter in letters]
        row[ones] = 1
        for place, letter in enumerate(view.onlookers, places["onlookers"].start):
            row[place] = LETTERS.find(letter) + 1
        words = [turn for turn in view.turns if turn.action == Verb.WORD][: -LATEST - 1 : -1]
        if words != self._written[seat]:
            parts = [_word(turn.what, _side(turn.seat, seat), turn.hints[seat], turn.hints[other]) for turn in words]
            row[self._words : self._words + sum(map(len, parts))] = np.concatenate(parts)
            self._written[seat] = words


def _side(who: Seat | None, seat: Seat) -> int:
    return 0 if who is None else 1 if who is seat else -1


def _number(letter: str) -> int:
    return ord(letter) - ord("A")


@lru_cache(maxsize=65536)
def _word(word: str, by: int, own: Taken | None, other: Taken | None) -> Observations:
    """A word with both hints, as a batch observes it."""
    look: list[float] = [word.count(letter) for letter in LETTERS]
    look.append(by)
    for hint in (own, other):
        look += [hint is not None and hint.kind == kind for kind in KINDS]
        look.append(0 if hint is None else RESULTS[hint.result])
    return np.array(look, dtype=np.float32)


def _given_up(every: Sequence[str], kept: Sequence[str]) -> set[str]:
    """The letters that a seat had and did not keep, at its last hold or pick."""
    hand, gone = "", set[str]()
    for number, dealt in enumerate(every):
        hand = hand + dealt
        if number < len(kept):
            gone = set(hand) - set(kept[number])
            hand = kept[number]
    return gone
