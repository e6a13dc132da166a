"""The table of sizes in packages/lab/docs/games.md, counted again, in some ten minutes; with `--quick` its quick part.

`=` is exact, `≤` and `≥` are proved bounds, `≈` is an estimate from random matches with its interval of 95 %.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from math import ceil, floor, log10
from typing import Final, NamedTuple

from bench.walks import walk
from deathmatch.core.hexes import hexagon
from deathmatch.core.seats import PUBLIC
from deathmatch.games import find
from deathmatch_frameworks.games.guidance_rite.encoding import longest as guidance_rite_longest
from deathmatch_lab.solving import SilentReporter
from research.counting import even_groups, five_card_trick, guidance_rite, letter_hunt, tile_joust
from research.counting.figures import EXACT, LEAST, MOST, estimated, mean, number, power
from research.counting.trees import interval

COLUMNS: Final = ("deal", "positions", "matches", "information sets", "choices", "shortest", "mean", "longest")
MATCHES: Final = 100  # random ones, for the mean


class Cell(NamedTuple):
    """A figure of the table: how it is found, and whether that takes longer than a second or two."""

    find: Callable[[], str]
    dear: bool = False


Row = Mapping[str, Cell]


def fixed(text: str) -> Cell:
    """A figure that follows from the argument in packages/lab/docs/games.md."""
    return Cell(lambda: text)


def mean_length(variant: str) -> Cell:
    """The mean length of random matches."""

    def found() -> str:
        lengths = [sum(len(step.turn or ()) for step in walk(find(variant), number)[1]) for number in range(MATCHES)]
        return mean(interval([float(length) for length in lengths]))

    return Cell(found, dear=True)


# --- Five-Card Trick


def five_card_trick_row(name: str) -> Row:
    """Positions of `final` take the solver most of an hour, so they stand here as it once counted them."""
    game = five_card_trick.bound(name)
    final = name == "final"
    estimate = cache(lambda: five_card_trick.estimate(game))
    choices = max(sequence_choices(name))
    known = Cell(lambda: EXACT + number(59_271_997_230))
    return {
        "deal": fixed("none"),
        "positions": known if final else Cell(lambda: EXACT + number(solver_positions(name)), dear=True),
        "matches": Cell(lambda: estimated(estimate().matches), dear=True),
        "information sets": Cell(lambda: estimated(estimate().decisions), dear=True),
        "choices": fixed(EXACT + number(choices)),
        "shortest": fixed(EXACT + number(2 * game.terms.rounds)),
        "mean": mean_length(f"five-card-trick/{name}"),
        "longest": fixed((MOST if final else EXACT) + number((3 if final else 2) * game.terms.max_rounds)),
    }


def sequence_choices(name: str) -> list[int]:
    """The legal submissions of each seat in the first round; no restriction adds any."""
    terms = five_card_trick.bound(name).terms
    sequences = five_card_trick.Sequences(terms)
    return [sequences.count(five_card_trick.Memory((), items), 1) for items in terms.received]


def solver_positions(name: str) -> int:
    """The positions before a round, as `deathmatch solve --count` finds them."""
    variant = find(f"five-card-trick/{name}")
    game = five_card_trick.bound(name)
    solver = variant.capability("solver")(game)
    found = solver.solve(game.view(game.start(), PUBLIC), SilentReporter()).json["positions"]
    assert isinstance(found, int)
    return found


# --- Even Groups


def even_groups_row() -> Row:
    """Every board is a position, for either owner of White; a full board takes one submission more than a blocked one."""
    side = 5
    cells = len(hexagon(side).names)
    estimate = cache(lambda: even_groups.estimate(side))
    return {
        "deal": fixed("none"),
        "positions": Cell(lambda: EXACT + number(even_groups.positions(side)), dear=True),
        "matches": Cell(lambda: estimated(estimate().matches), dear=True),
        "information sets": Cell(lambda: estimated(estimate().decisions), dear=True),
        "choices": Cell(lambda: EXACT + number(even_groups.choices(side)), dear=True),
        "shortest": fixed(EXACT + number(1 + cells // 2)),
        "mean": mean_length("even-groups/standard"),
        "longest": fixed(EXACT + number(2 + cells // 2)),
    }


# --- Letter Hunt


def letter_hunt_row(name: str) -> Row:
    """The words are those of the list that ships."""
    terms, listed = letter_hunt.bound(name).terms, letter_hunt.words()
    setup = log10(letter_hunt.beginnings(terms))
    turns = cache(lambda: letter_hunt.turns(terms, listed))
    gambit = name == "gambit"

    def known() -> str:
        most = turns().decisions + setup - log10(2)
        return between(most - log10(letter_hunt.hidden(terms)), most)

    return {
        "deal": fixed(EXACT + number(letter_hunt.hands(terms))),
        "positions": Cell(lambda: EXACT + power(log10(letter_hunt.positions(terms, listed)))),
        "matches": Cell(lambda: EXACT + power(turns().matches + setup), dear=gambit),
        "information sets": Cell(known, dear=gambit),
        "choices": fixed(EXACT + number(letter_hunt.choices(terms, listed))),
        "shortest": fixed(EXACT + number(letter_hunt.least(terms))),
        "mean": mean_length(f"letter-hunt/{name}"),
        "longest": fixed(EXACT + number(letter_hunt.longest(terms, listed))),
    }


def between(low: float, high: float) -> str:
    """Two proved bounds, as logarithms."""
    return f"{LEAST}{power(low)}, {MOST}{power(high)}" if power(low) != power(high) else EXACT + power(high)


# --- Tile Joust


def tile_joust_row(name: str) -> Row:
    """Lengths and matches come from the same sums."""
    terms = tile_joust.bound(name).terms
    deals = terms.sets * log10(tile_joust.deals(terms))
    given = cache(lambda: log10(tile_joust.matches(terms)))
    longest = cache(lambda: int(tile_joust.matches(terms, tile_joust.LONGEST)))
    bid = 1 + terms.chips
    return {
        "deal": fixed(EXACT + number(tile_joust.deals(terms))),
        "positions": Cell(lambda: MOST + number(tile_joust.positions(terms))),
        "matches": Cell(lambda: EXACT + power(given() + deals), dear=True),
        "information sets": Cell(
            lambda: between(log10(tile_joust.matches(terms, knowing=True)), given() + deals + log10(longest())), dear=True
        ),
        "choices": fixed(EXACT + number(bid)),
        "shortest": Cell(lambda: EXACT + number(int(tile_joust.matches(terms, tile_joust.SHORTEST))), dear=True),
        "mean": mean_length(f"tile-joust/{name}"),
        "longest": Cell(lambda: EXACT + number(longest()), dear=True),
    }


# --- Guidance Rite


def guidance_rite_row(name: str) -> Row:
    """All bounds, but for the random matches."""
    terms = guidance_rite.bound(name).terms
    estimate = cache(lambda: guidance_rite.estimate(name))
    most = cache(lambda: guidance_rite.matches(terms))

    def tree() -> str:
        return f"{LEAST}10^{floor(estimate().weight.low)} (95 %), {MOST}10^{ceil(most()):,}"

    def known() -> str:
        last = 3 * log10(guidance_rite.choices(terms))  # a seat's last decision, and two of the other seat at most
        low, high = estimate().weight.low - last, most() + log10(guidance_rite_longest(terms))
        return f"{LEAST}10^{floor(low)} (95 %), {MOST}10^{ceil(high):,}"

    return {
        "deal": Cell(lambda: between(log10(guidance_rite.least(terms)), log10(guidance_rite.most(terms))), dear=True),
        "positions": Cell(lambda: MOST + number(guidance_rite.positions(terms))),
        "matches": Cell(tree, dear=True),
        "information sets": Cell(known, dear=True),
        "choices": Cell(lambda: f"{LEAST}{number(estimate().choices)}, {MOST}{number(guidance_rite.choices(terms))}", dear=True),
        "shortest": Cell(lambda: LEAST + number(guidance_rite.shortest(terms))),
        "mean": mean_length(f"guidance-rite/{name}"),
        "longest": Cell(lambda: MOST + number(guidance_rite_longest(terms))),
    }


ROWS: Final[Mapping[str, Callable[[], Row]]] = {
    **{f"five-card-trick/{name}": partial(five_card_trick_row, name) for name in ("gauntlet", "final", "setna")},
    "even-groups/standard": even_groups_row,
    **{f"letter-hunt/{name}": partial(letter_hunt_row, name) for name in ("gambit", "colosseum")},
    **{f"tile-joust/{name}": partial(tile_joust_row, name) for name in ("gauntlet", "final")},
    **{f"guidance-rite/{name}": partial(guidance_rite_row, name) for name in ("guardians", "final")},
}


def line(cells: Sequence[str]) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def main(arguments: list[str]) -> None:
    """Print the table, or the rows of some variants."""
    parser = argparse.ArgumentParser(prog="python -m research.count_games", description=__doc__)
    parser.add_argument("variant", nargs="*", metavar="VARIANT", help="which; all if none is given")
    parser.add_argument("--quick", action="store_true", help="leave out figures that take more than a second or two")
    given = parser.parse_args(arguments)
    if unknown := sorted({*given.variant} - {*ROWS}):
        parser.error(f"there is no variant {', '.join(unknown)}; there are {', '.join(ROWS)}")
    sys.stdout.write(f"{line(('variant', *COLUMNS))}\n{line(['---'] * (1 + len(COLUMNS)))}\n")
    for name in given.variant or ROWS:
        row = ROWS[name]()
        cells = ["..." if given.quick and row[column].dear else row[column].find() for column in COLUMNS]
        sys.stdout.write(f"{line((f'`{name}`', *cells))}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
