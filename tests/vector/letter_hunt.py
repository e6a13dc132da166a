"""Letter Hunt by the plain rules, as its batches observe it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.letter_hunt import batch
from deathmatch.games.letter_hunt.values import Both, Coin, Due, Row
from tests.vector.mirror import Composed

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DECISIONS = ("first", "hold", "pick", "turn", "hint", "lose")
KINDS = ("none", "one", "odd", "any")
LATEST = 16
WATCHERS = 16


def of_mask(mask: int) -> str:
    """A set of letters."""
    return "".join(letter for place, letter in enumerate(LETTERS) if int(mask) >> place & 1)


class LetterHunt(Composed):
    """An action is a token of the encoding."""

    rare = frozenset({"hand"})

    def dealt(self, name: str, looks: Sequence[Sequence[float]]) -> Any:
        """See `Mirror`."""
        row = self.tables[0]
        hands = [of_mask(row[batch.IN_HAND + seat]) for seat in range(2)]
        if name == "first":
            return Coin(SEATS[int(row[batch.STARTS])])
        if name == "hands":
            return Both(Due.HANDS, BySeat(*hands))
        if name == "offer":
            return Both(Due.OFFER, BySeat(*[of_mask(row[batch.DEALT + seat]) for seat in range(2)]))
        if name == "onlookers":
            letters = [int(row[batch.ONLOOKERS + place // 12]) >> 5 * (place % 12) & 31 for place in range(WATCHERS)]
            return Row(Due.ONLOOKERS, "".join(LETTERS[letter - 1] for letter in letters if letter))
        assert name == "redraw"
        state: Any = self.state
        kept = state.sides.map(lambda side: side.kept[-1])
        return Both(Due.REDRAW, BySeat.of(lambda seat: "".join(sorted(set(hands[SEATS.index(seat)]) - set(kept[seat])))))

    def expected(self, seat: Seat) -> list[float]:
        """See `Mirror`."""
        view = self.game.view(self.state, seat)
        fields: dict[str, Any] = dict(self.game.public(view))
        own: dict[str, Any] = dict(self.game.private(view))
        both = (seat.value, seat.other.value)

        def side(who: str | None) -> int:
            return 0 if who is None else 1 if who == seat.value else -1

        def flags(letters: str) -> list[float]:
            return [float(letter in letters) for letter in LETTERS]

        tokens = [self.vocabulary.tokens[action] for action in self.given[seat]]
        pending = super(Composed, self).owing
        look: list[float] = [seat is Seat.B, *[self.asked == name for name in DECISIONS]]
        look += [seat in self.owing, seat.other in pending]
        look += [tokens[:1] == [verb] for verb in ("word", "guess", "hand")]
        spelled = [LETTERS.index(token[1].upper()) + 1 for token in tokens if token[0] == "~"]
        look += spelled + [0] * (15 - len(spelled))
        limit = self.game.options["turn_limit"]
        look += [fields["round"], not limit or fields["round"] <= limit, fields["redraws"]]
        look += [
            side(fields["first"]),
            side(fields["active"]),
            *[fields["cards"][who] for who in both],
        ]
        given = "".join(token for token in tokens if len(token) == 1).upper()
        look += flags(own["hand"] if tokens == ["all"] else given)
        look += flags(own["hand"]) + flags("".join(own["dealt"])) + flags(_given_up(own))
        for what in ("lost", "not_held"):
            for who in both:
                look += flags(fields[what][who])
        for who in both:
            wrong = [turn for turn in fields["turns"] if turn["action"] == "guess" and turn["hit"] is False]
            look += flags("".join(turn["letter"] for turn in wrong if turn["seat"] == who))
        seen = [LETTERS.find(letter) + 1 for letter in own["onlookers"]]
        look += seen + [0] * (WATCHERS - len(seen))
        words = [turn for turn in fields["turns"] if turn["action"] == "word"][: -LATEST - 1 : -1]
        for turn in words:
            look += [turn["word"].count(letter) for letter in LETTERS]
            look.append(side(turn["seat"]))
            for who in both:
                hint = turn["hints"][who] or {"kind": None, "result": None}
                look += [hint["kind"] == kind for kind in KINDS]
                look.append({True: 1, False: -1, None: 0}[hint["result"]])
        look += [0] * (37 * (LATEST - len(words)))
        return [float(value) for value in look]


def _given_up(own: Mapping[str, Any]) -> str:
    """The letters that a seat had and did not keep, at its last hold or pick."""
    hand, gone = "", ""
    for number, dealt in enumerate(own["dealt"]):
        hand = hand + dealt
        if number < len(own["kept"]):
            gone = "".join(set(hand) - set(own["kept"][number]))
            hand = own["kept"][number]
    return gone
