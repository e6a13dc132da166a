"""The state of a match, and how one eye sees it.

The state has no secrets: submissions that wait sealed are the referee's. So the eyes differ only in their seat.

A view can also stand in the middle of a round's resolution (`showing`), which no state does: those are for step-by-step pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

from deathmatch.core.game import Fields, Json, Over
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Seat, plain
from deathmatch.core.simple import parts
from deathmatch.games.five_card_trick.values import MASKS, Barred, Cards, Round, Side, Terms


@dataclass(frozen=True, slots=True)
class Open:
    """What everybody may know of a match.

    Attributes:
        round: the round being played; during `priority` the round just resolved; when over the last one.
        ends_after: the round after which chips are compared next (R25).
        replays: how often this round has been replayed (R12).
        pot: chips in the pot, never below 1.
        sides: the side of each seat.
        last: the last round that counted.
        answering: who decides about Claim Priority now (R11); None while both seats owe cards.
        outcome: how the match ended, once it has.
        window: who may still use Claim Priority after the last round, instead of cards for this one (as-written W5).
    """

    round: int
    ends_after: int
    replays: int
    pot: int
    sides: BySeat[Side]
    last: Round | None = None
    answering: Seat | None = None
    outcome: Over | None = None
    window: Seat | None = None


@dataclass(frozen=True, slots=True)
class State(Open):
    """A match between two decisions: nothing of it is hidden."""


# --- The knowledge of one eye. Nothing in this game is hidden for long, so the eyes differ only in their seat
# A view can also stand in the middle of a round's resolution (`showing`), which no state does: those are for step-by-step pictures.


class Stage(Enum):
    """The steps of a round's resolution, in the book's order."""

    REVEAL = "reveal"  # R15, with R13
    LIGHTS = "lights"  # R16
    STANDING = "standing"  # R17: what cancels, is blocked or outnumbered
    SCORE = "score"  # R18
    GROW = "grow"  # R19
    POT = "pot"  # R20: Claim and Steal
    REFILL = "refill"  # R21
    BLOCK = "block"  # R22
    FIVE = "five"  # R23: all five lights
    PRIORITY = "priority"  # R11

    __hash__ = object.__hash__  # Enum's own hashes in Python, and pictures are cached by the step


@dataclass(frozen=True, slots=True)
class Showing:
    """Where a resolution stands that is being shown step by step.

    Attributes:
        stage: the step that has just been done. Chips, pot, lights and items of the view are those after it; `recent` and `blocked` of its
            sides are still those with which the round began.
        now: masks of the cards that this step is about, one for each seat; 0 for none.
    """

    stage: Stage
    now: BySeat[int]


@dataclass(frozen=True, kw_only=True)  # no slots: `at` is kept
class View(Open):
    """A match as one eye sees it. While `showing`, `last` is the round that is being resolved.

    Attributes:
        eye: who looks.
        terms: the variant and its options.
        showing: set only in the steps of `narrate`.
    """

    eye: Eye
    terms: Terms
    showing: Showing | None = None

    def __hash__(self) -> int:
        """Few views are alike in these; the rest would cost more than it tells apart."""
        a, b, now = self.sides.a, self.sides.b, None if self.showing is None else self.showing.now
        return hash((self.round, self.pot, a.chips, b.chips, a.lights, b.lights, now and (now.a, now.b)))

    @property
    def own(self) -> Seat:
        """The seat at the near side of the table: the viewer's own, and A for everybody else."""
        return self.eye if isinstance(self.eye, Seat) else Seat.A

    @cached_property
    def at(self) -> View:
        """The table without its viewer: all of it is public, so it is narrated and drawn once for all eyes."""
        return replace(self, eye=PUBLIC)

    def barred(self, seat: Seat) -> Barred:
        """The cards that a seat's earlier rounds bar in its next submission, without its items (R5, R6, R7)."""
        return Barred.after(self.sides[seat].recent, self.terms.doubles)


def of(state: State, eye: Eye, terms: Terms) -> View:
    """This eye's view of a state."""
    return View(**parts(Open, state), eye=eye, terms=terms)


def public(view: View) -> Fields:
    """The book's public fields, section State, without those that all books share."""
    terms, sides = view.terms, view.sides

    def words(cards: Cards) -> list[Json]:
        return [terms.word(card) for card in cards]

    def blocked(side: Side) -> Json:
        return None if side.blocked is None else terms.word(side.blocked)

    return {
        "round": view.round,
        "ends_after": view.ends_after,
        "replays": view.replays,
        "chips": sides.map(lambda side: side.chips).json(),
        "pot": view.pot,
        "lights": sides.map(lambda side: words(MASKS[side.lights])).json(),
        "blocked": sides.map(blocked).json(),
        "recent": sides.map(lambda side: [words(cards) for cards in side.recent]).json(),
        "items": plain(sides.map(lambda side: side.items)),
        "last": None if view.last is None else _last(view.last, terms),
        **({"window": plain(view.window)} if terms.late_priority else {}),
    }


def _last(played: Round, terms: Terms) -> Fields:
    return {
        "round": played.number,
        "moves": {seat.value: terms.text(played.moves[seat]) for seat in SEATS},
        "effects": {seat.value: effects(played, seat, terms) for seat in SEATS},
    }


def effects(played: Round, seat: Seat, terms: Terms) -> list[str]:
    """What worked for a seat: its cards that changed something in card order, then `lights` and `priority`."""
    worked = [terms.word(card) for card in played.worked(seat)]
    if played.full[seat]:
        worked.append("lights")
    if played.priority is seat:
        worked.append("priority")
    return worked


def state_of(view: View) -> State:
    """The state that a view shows whole, for this game has no secrets."""
    return State(**parts(Open, view))
