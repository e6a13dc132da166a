"""The options of a match, bound; and the book's table of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from deathmatch.core.options import Option, Values, WholeNumber, Word, time_bank, time_limit
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.speech import mark
from deathmatch.games.guidance_rite.values.grid import Grid, grid
from deathmatch.games.guidance_rite.values.moves import ITEMS, Item, Manner
from deathmatch.games.guidance_rite.values.pieces import DIRECTIONS


class Variation(StrEnum):
    """The two variants."""

    GUARDIANS = "guardians"
    FINAL = "final"


class LastTie(StrEnum):
    """R54: who wins the result of a bout that no other rule decides."""

    REPLAY = "replay"
    DMO = "dmo"
    EC = "ec"


REPLAYS: Final = 2  # of one bout (R54)
IN_TURN: Final = 2  # bouts before the one at once, by `turns standard`
LATE_ROUNDS: Final = 3  # in a row in which both timed out, after which a claim ends (R13)


@dataclass(frozen=True, slots=True)
class Terms:
    """A variant with its options, in the form that the rules use.

    Attributes:
        final: whether it is `final`.
        dmo: the seat of the death match opponent.
        columns, rows: of the board.
        full: whether each deal is a proper starting board (R8).
        best_of: bouts.
        turns: `standard`, `alternate` or `simultaneous`.
        first: who moves first in bout 1; None: R19.
        fill: pieces that placing brings a seat up to (R14).
        any_power: whether any piece's character may be spent.
        removals_all: whether losing a character by moving uses up the turn's power (R34).
        clash: whether movers that change places are removed (R47).
        few, few_turns: pieces and turns of R52's second condition; `reached`: whether turns count since both had so few.
        quiet_turns: of R52's third condition.
        last_tie: R54.
        timeouts_lose: counted time-outs that lose a bout (R49); 0: none do.
        exact: whether a crow's power turns just 3 arrows of one piece, or just 1 of each of 2 (R36).
        each_bout: whether items serve once a bout.
        held: the items of each seat as the match begins.
    """

    final: bool
    dmo: Seat
    columns: int
    rows: int
    full: bool
    best_of: int
    turns: str
    first: Seat | None
    fill: int
    any_power: bool
    removals_all: bool
    clash: bool
    few: int
    few_turns: int
    reached: bool
    quiet_turns: int
    last_tie: LastTie
    timeouts_lose: int
    exact: bool
    each_bout: bool
    held: BySeat[tuple[Item, ...]]

    @property
    def grid(self) -> Grid:
        """The board."""
        return grid(self.columns, self.rows)

    @property
    def chooser(self) -> Seat:
        """R19: who says who moves first; in `final` the seat that began with fewer items."""
        a, b = self.held.map(len)
        return self.dmo if a == b else Seat.A if a < b else Seat.B

    def simultaneous(self, bout: int) -> bool:
        """Whether a bout is played at once."""
        return self.turns == "simultaneous" or (self.turns == "standard" and bout > IN_TURN)


def tokens(terms: Terms) -> tuple[str, ...]:
    """Every token of a submission, in an order that never changes (`core/vocabulary.py`)."""
    manners = [manner.value for manner in Manner]
    angles = [str(45 * eighths) for eighths in range(1, 8)]
    seats = [seat.value for seat in SEATS]
    of_items = [*[item.value for item in ITEMS], *angles] if terms.final else []
    return (*terms.grid.names, "+", "x", *seats, "pass", *DIRECTIONS, *manners, *of_items)


# --- The book's table of options

_SEAT = Word(tuple(seat.value for seat in SEATS))
_TURNS = Word(("standard", "alternate", "simultaneous"))
_SIZES = Word(tuple(f"{columns}x{rows}" for columns in range(3, 7) for rows in range(3, 7)))


def options(variation: Variation) -> tuple[Option, ...]:
    """The table of one variant, in the book's order."""
    final = variation is Variation.FINAL
    table = [
        Option("dmo", _SEAT, "B", mark("the seat of the death match opponent, who gets the decisions and ties that no other rule settles")),
        Option("size", _SIZES, "5x6" if final else "5x5", mark("columns and rows of the board")),
        Option("board", Word(("full", "free")), "full", mark("whether each deal is a proper starting board, or any position")),
        Option("best_of", Word(("1", "3")), "3", mark("bouts")),
        Option(
            "turns", Word(("standard", "alternate", "simultaneous")), "standard", mark("which bouts are played in turn, and which at once")
        ),
        Option("first", Word(("choose", "A", "B")), "choose", mark("who moves first in the first bout")),
        Option("fill", WholeNumber(0, 5), 3, mark("how many pieces placing brings each seat up to")),
        Option("powers", Word(("own", "any")), "own", mark("whose characters a seat may spend")),
        Option("removals", Word(("powers", "all")), "powers", mark("whether a movement that costs its character uses up the turn's power")),
        Option("crossing", Word(("pass", "clash")), "pass", mark("the effect of two pieces that swap places")),
        Option(
            "draw_pieces", WholeNumber(1, 10), 4 if final else 3, mark("pieces of each seat, or fewer, at which quiet turns can make a tie")
        ),
        Option("draw_turns", WholeNumber(1, 50), 10, mark("quiet turns of each seat that make a tie if both have few pieces")),
        Option("draw_from", Word(("capture", "reached")), "capture", mark("the start of the count of quiet turns")),
        Option("quiet_turns", WholeNumber(1, 100), 20, mark("quiet turns of each seat that make a tie in any case")),
        Option("last_tie", Word(tuple(LastTie)), "replay", mark("the result of a bout that no other rule decides")),
        Option("timeouts_lose", WholeNumber(0, 9), 3, mark("time-outs that lose a bout; 0 means never")),
    ]
    if final:
        holder = Word(("none", "A", "B", "both"))
        table += [
            Option("crow_power", Word(("upto", "exact")), "upto", mark("whether a crow's power may turn fewer arrows than it could")),
            Option("item_uses", Word(("match", "bout")), "match", mark("whether an item serves once a match or once a bout")),
            Option(Item.HONOUR.value, holder, "none", mark("who holds Point of Honour")),
            Option(Item.ROTATE.value, holder, "none", mark("who holds Rotate")),
            Option(Item.SWAP.value, holder, "none", mark("who holds Swap")),
        ]
    clocks = (
        ("time_look", 120, mark("seconds added to the first claim of a bout, to look at the board")),
        ("time_claim", 60, mark("seconds to claim two pieces")),
        ("time_place", 60, mark("seconds to place a piece")),
        ("time_first", 60, mark("seconds to say who moves first")),
        ("time_turn", 90, mark("seconds for a turn if the seats move in turn")),
        ("time_at_once", 120, mark("seconds for a turn if both seats move at once")),
    )
    return (*table, *(time_limit(key, default, words) for key, default, words in clocks), time_bank(0))


def terms(variation: Variation, values: Values) -> Terms:
    """The options bound; a variant without an option plays as if it held the default."""
    columns, rows = map(int, str(values["size"]).split("x"))

    def held(seat: Seat) -> tuple[Item, ...]:
        return tuple([item for item in ITEMS if values.get(item.value, "none") in (seat.value, "both")])

    return Terms(
        final=variation is Variation.FINAL,
        dmo=Seat(str(values["dmo"])),
        columns=columns,
        rows=rows,
        full=values["board"] == "full",
        best_of=int(values["best_of"]),
        turns=str(values["turns"]),
        first=None if values["first"] == "choose" else Seat(str(values["first"])),
        fill=int(values["fill"]),
        any_power=values["powers"] == "any",
        removals_all=values["removals"] == "all",
        clash=values["crossing"] == "clash",
        few=int(values["draw_pieces"]),
        few_turns=int(values["draw_turns"]),
        reached=values["draw_from"] == "reached",
        quiet_turns=int(values["quiet_turns"]),
        last_tie=LastTie(str(values["last_tie"])),
        timeouts_lose=int(values["timeouts_lose"]),
        exact=values.get("crow_power") == "exact",
        each_bout=values.get("item_uses") == "bout",
        held=BySeat.of(held),
    )
