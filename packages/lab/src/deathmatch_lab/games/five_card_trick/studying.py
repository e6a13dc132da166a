"""The capability `study`: a round for a reader who chooses round, lead, pot, lights and the cards played before.

With a kept solution of the match, or in its last three rounds, its findings are exact, and in the fourth last if there is time; else they
are estimates by the digest that ships. The one of `gauntlet` judges positions of `setna` too (`strategies.py`). Rounds of `final` are
those in which no item is left. The kernels are loaded by `find` and `warm` alone, because a server that only shows the page makes a study
too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from deathmatch.core.bots import Budget, SavedArrays, TimeLeft
from deathmatch.core.errors import OptionError
from deathmatch.core.options import Word
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import count, mark, say
from deathmatch.games.five_card_trick.values import CARD_TITLES, CARDS, MASKS, Barred, Card, Cards, Side, Submission, Terms, Variation, bit
from deathmatch.games.five_card_trick.view import State
from deathmatch_lab.games.five_card_trick.facts import facts as shipped_facts
from deathmatch_lab.studying import Chosen, Control, Fact, Facts, Finding, Span, Study, Way

if TYPE_CHECKING:
    from deathmatch.games.five_card_trick import FiveCardTrick
    from deathmatch.games.five_card_trick.solver import JudgedRound
    from deathmatch_lab.games.five_card_trick.solver.solved import Solved

RULINGS: Final = {
    "blocked_collides=no": mark("a blocked card does not cancel"),
    "steal_needs=any": mark("Steal works against any Claim that was played"),
    "extension=1": mark("up to fifteen extensions of one round"),
    "extension=15": mark("one extension of fifteen rounds"),
    "max_rounds=25": mark("no extension"),
}
"""Rulings for a match of 25 rounds, by the options that stand for them."""


def ending(terms: Terms, round_: int) -> int:
    """The round after which chips are compared next."""
    last = terms.rounds
    while last < round_:
        last = min(last + terms.extension, terms.max_rounds)
    return last


SHOWN: Final = 7  # submissions of a seat
FARTHEST: Final = 20  # chips of lead
RICHEST: Final = 12  # chips in the pot
NOTHING: Final = "none"
NEVER: Final = 1e-6  # a share that is none

_VARIANTS: Final = {
    "gauntlet": mark("Gauntlet"),
    "setna": mark("Setna"),
    "final": mark("Final, without items"),
}


class RoundStudy:
    """Rounds of one match."""

    def __init__(self, terms: Terms, solved: Solved | None = None) -> None:
        self._terms = terms
        self._solved = solved
        self.controls = _controls(terms)

    def consult(self, solutions: Sequence[SavedArrays], /) -> RoundStudy | None:
        """With the first solution of the whole match under these options."""
        from deathmatch_lab.games.five_card_trick.solver.solved import complete

        solved = complete(self._terms, solutions)
        return None if solved is None else RoundStudy(self._terms, solved)

    def warm(self) -> None:
        """Have the kernels ready."""
        from deathmatch.games.five_card_trick.bot import Strong

        Strong(self._terms).warm()

    def check(self, chosen: Chosen, /) -> None:
        """See `deathmatch_lab.studying.Study`: nothing was played before the first round, and one round before the second."""
        round_ = int(chosen["round"])
        for seat in SEATS:
            for back in (1, 2):
                key = f"{_BACK[back]}_{seat.value.lower()}"
                if round_ <= back and chosen[key] != NOTHING:
                    raise OptionError(
                        say("{key} must be none in round {round}: there was no such round before it", round=round_, key=key), key, "round"
                    )

    def told(self, chosen: Chosen, /) -> tuple[str, ...]:
        """See `deathmatch_lab.studying.Study`."""
        state = self._state(chosen)
        barred = [_told(self._terms, seat, state.sides[seat]) for seat in SEATS]
        without = [say("Nobody holds an item any more.")] if self._terms.variation is Variation.FINAL else []
        return (*without, *barred)

    def facts(self) -> tuple[Facts, ...]:
        """See `deathmatch_lab.studying.Study`."""
        kept = shipped_facts()
        if self._terms.variation is not Variation.GAUNTLET:
            return (_variants(kept),)
        value, error = kept["default"]
        usual = Fact(say("as the book says: 25 rounds, up to three extensions of five"), value, error)
        rulings = tuple([Fact(say(words), kept["rulings"][key]) for key, words in RULINGS.items()])
        lengths = tuple(
            [Fact(count("{number} round", "{number} rounds", int(number)), chance) for number, chance in kept["rounds"].items()]
        )
        source = kept["source"]
        told = say(
            "The chance of A, the EC, to win a match of 25 rounds; B, the DMO, wins the last tie. "
            "Worth: the difference in percentage points."
        )
        short = say("The chance of A, the EC, to win a match without an extension.")
        return (
            Facts(say("What each ruling is worth"), told, source, (usual, *rulings), value),
            Facts(say("The length of a match"), short, source, lengths),
            _variants(kept),
        )

    def find(self, chosen: Chosen, budget: Budget, /) -> Finding:
        """See `deathmatch_lab.studying.Study`."""
        state, time = self._state(chosen), TimeLeft(budget)
        found = self._solve(state, time)
        ways = BySeat.of(lambda seat: _ways(found, seat))
        shown = ways.map(lambda all_: all_[:SHOWN])
        chances = tuple([tuple([_chance(found.after({Seat.A: a, Seat.B: b})) for b, _, _ in shown.b]) for a, _, _ in shown.a])
        a, b = shown.map(lambda some: tuple([Way(self._terms.text(move), share, worth) for move, share, worth in some]))
        return Finding(found.exact, _chance(found.value), a, b, chances, (len(ways.a) - len(a), len(ways.b) - len(b)))

    def _solve(self, state: State, time: TimeLeft) -> JudgedRound:
        """The round, by the solution if it knows it."""
        from deathmatch.games.five_card_trick.solver import Unknown, judged_in_time

        if self._solved is not None:
            with suppress(Unknown):
                return self._solved.round(state)
        return judged_in_time(self._terms, state, time)

    def _state(self, chosen: Chosen) -> State:
        """The position that was chosen. Only the lead matters of the chips."""
        round_, chips = int(chosen["round"]), int(chosen["lead"])
        sides = BySeat.of(lambda seat: _side(self._terms, seat, max(0, chips if seat is Seat.A else -chips), chosen))
        return State(round_, ending(self._terms, round_), 0, int(chosen["pot"]), sides)


def _variants(kept: Any) -> Facts:
    """The whole matches that are solved, by variant."""
    told = say("The chance of A, the EC, to win a match with the options of the book.")
    facts = tuple([Fact(say(words), *kept["variants"][key]) for key, words in _VARIANTS.items()])
    return Facts(say("The variants"), told, kept["source"], facts, digits=4)


_BACK: Final = {1: "last", 2: "earlier"}


def _controls(terms: Terms) -> tuple[Control, ...]:
    words = terms.words
    alone = words if 1 in terms.sizes else ()
    two = combinations_with_replacement if terms.doubles else combinations
    pairs = (NOTHING, *alone, *[f"{one}+{other}" for one, other in two(words, 2)])
    cards = {NOTHING: mark("nothing"), **CARD_TITLES}
    table = [
        Control("round", mark("Round"), Span(1, terms.max_rounds), "1"),
        Control("lead", mark("Lead of A in chips"), Span(-FARTHEST, FARTHEST), "0"),
        Control("pot", mark("Chips in the pot"), Span(1, RICHEST), "1"),
    ]
    for seat in SEATS:
        end = seat.value.lower()
        table += [
            Control(f"lights_{end}", mark("Lights that are on"), Word(words), "", seat, several=True, names=cards),
            Control(f"blocked_{end}", mark("Blocked card"), Word((NOTHING, *words)), NOTHING, seat, names=cards),
            Control(f"last_{end}", mark("Played in the last round"), Word(pairs), NOTHING, seat, names=cards),
            Control(f"earlier_{end}", mark("Played in the round before that"), Word(pairs), NOTHING, seat, names=cards),
        ]
    return tuple(table)


def _side(terms: Terms, seat: Seat, chips: int, chosen: Chosen) -> Side:
    end = seat.value.lower()
    lights = sum(bit(_card(terms, word)) for word in chosen[f"lights_{end}"].split())
    blocked = chosen[f"blocked_{end}"]
    recent = tuple([_cards(terms, chosen[f"{_BACK[back]}_{end}"]) for back in (2, 1)])
    return Side(chips, lights, None if blocked == NOTHING else _card(terms, blocked), recent if any(recent) else ())


def _card(terms: Terms, word: str) -> Card:
    return CARDS[terms.words.index(word)]


def _cards(terms: Terms, pair: str) -> Cards:
    return () if pair == NOTHING else tuple([_card(terms, word) for word in pair.split("+")])


def _told(terms: Terms, seat: Seat, side: Side) -> str:
    """The cards that are barred for a seat now."""
    barred, values = Barred.after(side.recent, terms.doubles), {"seat": seat.value}
    alone = [terms.title(card) for card in MASKS[barred.three]]
    last = [terms.title(card) for card in (side.recent[-1] if side.recent else ())]
    if terms.disregard:
        return _struck(values, alone, last)
    if barred.doubled:
        return say("{seat} may not play {card}, which it played twice in the last round.", **values, card=last[0])
    if alone:
        return say(
            "{seat} may not play {cards}, which would be the third time in a row, nor repeat {last}.",
            **values,
            cards=", ".join(alone),
            last=" + ".join(last),
        )
    if last:
        return say("{seat} may not repeat {last}.", **values, last=" + ".join(last))
    return say("{seat} may play any two cards.", **values)


def _struck(values: Mapping[str, str], alone: Sequence[str], last: Sequence[str]) -> str:
    """The same where barred cards may be submitted and do not count (R13)."""
    cards, pair = ", ".join(alone), " + ".join(last)
    if alone and len(last) > 1:
        return say(
            "Of {seat} these do not count: {cards}, which would be the third time in a row, and {last} together.",
            **values,
            cards=cards,
            last=pair,
        )
    if alone:
        return say("Of {seat} this does not count: {cards}, which would be the third time in a row.", **values, cards=cards)
    if len(last) > 1:
        return say("Of {seat} this does not count: {last} together.", **values, last=pair)
    return say("All cards of {seat} count.", **values)


def _ways(found: JudgedRound, seat: Seat) -> list[tuple[Submission, float, float]]:
    """All submissions of a seat with share and worth, the most played first, then the best."""
    shares = dict(found.mixture(seat))
    ways = []
    for move in found.moves[seat]:
        chance, share = found.against(seat, move), shares.get(move, 0.0)
        ways.append((move, share if share > NEVER else 0.0, _chance(chance if seat is Seat.A else 1.0 - chance)))
    return sorted(ways, key=lambda way: (-round(way[1], 6), -way[2]))


def _chance(value: float) -> float:
    """Estimates may be a little beyond certainty."""
    return min(max(float(value), 0.0), 1.0)


def study(game: FiveCardTrick) -> Study:
    """The capability. Nobody holds an item; the seat that wins the last tie wins it without items too, with the options of the book."""
    return RoundStudy(replace(game.terms, received=BySeat((), ())))
