"""Powers (R34 to R39, R48): the pieces that may be spent, their targets, and their effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from deathmatch.core.errors import Illegal
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.values.grid import Board, pieces, put, refilled
from deathmatch.games.guidance_rite.values.moves import R34, R35, R36, R37, R38, R39, Aim, Power
from deathmatch.games.guidance_rite.values.pieces import ALL, DIRECTIONS, Kind, Piece, numbers, turned
from deathmatch.games.guidance_rite.values.terms import Terms

FULL_LIZARD: Final = 6  # arrows, with which a lizard's power is of no use (R37)
CROW_ARROWS: Final = 3  # that a crow's power turns black on one piece (R36)


@dataclass(frozen=True, slots=True)
class MovementBefore:
    """The facts of a movement that a power after it needs (R34).

    Attributes:
        seat: who may spend one.
        kind: the character that the mover set out with.
        spaces: where pieces have arrived in this turn.
        spent: whether the movement has used up the turn's power (option `removals`).
    """

    seat: Seat
    kind: Kind
    spaces: frozenset[int]
    spent: bool = False


def may_spend(terms: Terms, board: Board, moved: MovementBefore, source: int) -> bool:
    """R34: whether the piece on a space may be a source; a guardian is spent by the movement itself (R38)."""
    piece = board[source]
    return (
        piece is not None
        and piece.kind not in (Kind.PLAIN, Kind.GUARDIAN, moved.kind)
        and (piece.owner is moved.seat or terms.any_power)
        and source not in moved.spaces
        and not moved.spent
    )


# --- What a source may be spent on


def greys(board: Board, seat: Seat) -> list[tuple[int, int]]:
    """The spaces of a seat's pieces with grey arrows, each with the mask of these."""
    return [(space, piece.grey) for space in pieces(board, seat) if (piece := board[space]) is not None and piece.grey]


def lizard_ways(piece: Piece) -> int:
    """R37: the directions in which a lizard may get a black arrow, as a mask."""
    return 0 if piece.arrows.bit_count() >= FULL_LIZARD else ALL & ~piece.black


def monster_aims(terms: Terms, board: Board, source: int) -> Iterator[Aim]:
    """R39: every arrow of a piece beside a monster."""
    for target in sorted(terms.grid.beside[source]):
        there = board[target]
        if there is not None:
            yield from ((target, direction) for direction in numbers(there.arrows))


def crow_aims(terms: Terms, board: Board, seat: Seat) -> Iterator[tuple[Aim, ...]]:
    """R36 in `final`: every choice of arrows; up to three of one piece, or one of each of two."""
    targets = greys(board, seat)
    for space, mask in targets:
        for count in (CROW_ARROWS,) if terms.exact else range(1, CROW_ARROWS + 1):
            yield from (tuple([(space, way) for way in chosen]) for chosen in combinations(numbers(mask), count))
    for (one, first), (other, second) in combinations(targets, 2):
        yield from (((one, d), (other, e)) for d in numbers(first) for e in numbers(second))


def _crow_count(terms: Terms, board: Board, seat: Seat) -> int:
    """How many choices `crow_aims` lists."""
    counts = [mask.bit_count() for _, mask in greys(board, seat)]
    triples = sum(n * (n - 1) * (n - 2) // 6 for n in counts)
    smaller = 0 if terms.exact else sum(n + n * (n - 1) // 2 for n in counts)
    total = sum(counts)
    return triples + smaller + (total * total - sum(n * n for n in counts)) // 2


def spendings(terms: Terms, board: Board, moved: MovementBefore, source: int) -> Iterator[Power]:
    """Every legal power of the piece on a space that may be a source."""
    piece = board[source]
    assert piece is not None
    kind = piece.kind
    if kind is Kind.RAT and piece.arrows:
        yield Power(kind, source)
    elif kind is Kind.CROW and terms.final:
        yield from (Power(kind, source, aims) for aims in crow_aims(terms, board, moved.seat))
    elif kind is Kind.CROW and piece.grey:
        yield Power(kind, source)
    elif kind is Kind.LIZARD:
        yield from (Power(kind, source, ((source, way),)) for way in numbers(lizard_ways(piece)))
    elif kind is Kind.MONSTER:
        yield from (Power(kind, source, (aim,)) for aim in monster_aims(terms, board, source))


def powers(terms: Terms, board: Board, moved: MovementBefore) -> Iterator[Power]:
    """Every legal power after a movement, but for a guardian's."""
    for source in range(len(board)):
        if may_spend(terms, board, moved, source):
            yield from spendings(terms, board, moved, source)


def sources(terms: Terms, board: Board, moved: MovementBefore) -> list[int]:
    """The spaces of the pieces that have something to be spent on."""
    able = (source for source in range(len(board)) if may_spend(terms, board, moved, source))
    return [source for source in able if next(spendings(terms, board, moved, source), None) is not None]


def count(terms: Terms, board: Board, moved: MovementBefore) -> int:
    """How many powers `powers` lists."""
    total = 0
    for source, piece in enumerate(board):
        if piece is None or not may_spend(terms, board, moved, source):
            continue
        if piece.kind is Kind.CROW and terms.final:
            total += _crow_count(terms, board, moved.seat)
        else:
            total += sum(1 for _ in spendings(terms, board, moved, source))
    return total


# --- Whether one may be spent


def check(terms: Terms, board: Board, moved: MovementBefore, power: Power) -> None:
    """Raises Illegal (R34 to R37, R39). The board is that after the movement."""
    piece, name = board[power.source], terms.grid.names[power.source]
    if moved.spent:
        raise Illegal(say("this movement costs its own character, so no power may be used"), R34)
    if piece is None or piece.kind is not power.kind:
        raise Illegal(say("there is no {piece} on {space} after the movement", piece=power.kind.short, space=name), R34)
    _check_source(terms, moved, piece, power.source)
    match power.kind:
        case Kind.RAT:
            if not piece.arrows:
                raise Illegal(say("the rat on {space} has no arrow to turn", space=name), R35)
        case Kind.CROW:
            _check_crow(terms, board, moved.seat, piece, power.aims)
        case Kind.LIZARD:
            _check_lizard(piece, name, power.aims[0][1])
        case _:
            _check_monster(terms, board, power)


def why_not(terms: Terms, board: Board, moved: MovementBefore, source: int) -> Illegal | None:
    """Why the piece on a space may not be spent after this movement; None if it may be."""
    piece, name = board[source], terms.grid.names[source]
    if piece is None:
        return Illegal(say("nothing stands on {space}", space=name), R34)
    if piece.kind is Kind.PLAIN:
        return Illegal(say("the piece on {space} is plain: it has no power", space=name), R34)
    if piece.kind is Kind.GUARDIAN:
        return Illegal(say("a guardian's power is a movement that ends on it"), R38)
    try:
        _check_source(terms, moved, piece, source)
    except Illegal as why:
        return why
    if next(spendings(terms, board, moved, source), None) is not None:
        return None
    reason, rule = _IDLE[piece.kind]
    return Illegal(say(reason, space=name), rule)


def why_no_target(terms: Terms, board: Board, seat: Seat, source: int, target: int) -> Illegal | None:
    """Why the power of the piece on one space has nothing to do with the piece on another; None if it may have."""
    piece, there, name = board[source], board[target], terms.grid.names[target]
    assert piece is not None
    if piece.kind is Kind.MONSTER:
        if there is None or target not in terms.grid.beside[source]:
            text = mark("the monster's target must be a piece orthogonally beside it; {space} holds none")
            return Illegal(say(text, space=name), R39)
        return None if there.arrows else Illegal(say("the piece on {space} has no arrows", space=name), R39)
    if piece.kind is Kind.CROW and terms.final:
        if there is None or there.owner is not seat:
            return Illegal(say("you have no piece on {space}", space=name), R36)
        return None if there.grey else Illegal(say("the piece on {space} has no grey arrow", space=name), R36)
    return None


_IDLE: Final = {
    Kind.RAT: (mark("the rat on {space} has no arrow to turn"), R35),
    Kind.CROW: (mark("the crow on {space} finds no grey arrow to free"), R36),
    Kind.LIZARD: (mark("the lizard on {space} has six arrows or more"), R37),
    Kind.MONSTER: (mark("the monster on {space} has no piece with an arrow beside it"), R39),
}
"""Why a source has nothing to be spent on."""


def _check_source(terms: Terms, moved: MovementBefore, piece: Piece, source: int) -> None:
    """Raises Illegal (R34) if a piece, which has a character, may not be a source."""
    name = terms.grid.names[source]
    if moved.spent:
        raise Illegal(say("this movement has used up the turn's power"), R34)
    if piece.owner is not moved.seat and not terms.any_power:
        raise Illegal(say("the {piece} on {space} is not yours", piece=piece.kind.short, space=name), R34)
    if source in moved.spaces:
        raise Illegal(say("the piece on {space} has moved this turn", space=name), R34)
    if piece.kind is moved.kind:
        raise Illegal(say("a {piece} has moved, so no {piece}'s power may be used", piece=piece.kind.short), R34)


def _check_crow(terms: Terms, board: Board, seat: Seat, crow: Piece, aims: tuple[Aim, ...]) -> None:
    """R36."""
    if not terms.final:
        if aims:
            raise Illegal(say("here a crow's power frees only its own arrows and names no others"), R36)
        if not crow.grey:
            raise Illegal(say("the crow has no grey arrow"), R36)
        return
    if not shaped(terms, aims):
        if terms.exact:
            raise Illegal(say("a crow's power turns just three grey arrows of one own piece, or one of each of two"), R36)
        raise Illegal(say("a crow's power turns up to three grey arrows of one own piece, or one of each of two"), R36)
    for space, direction in aims:
        piece, name = board[space], terms.grid.names[space]
        if piece is None or piece.owner is not seat:
            raise Illegal(say("you have no piece on {space}", space=name), R36)
        if not piece.grey >> direction & 1:
            text = mark("the piece on {space} has no grey arrow {direction}")
            raise Illegal(say(text, space=name, direction=DIRECTIONS[direction]), R36)


def shaped(terms: Terms, aims: Sequence[Aim]) -> bool:
    """R36: whether these are so many arrows as a crow's power may turn."""
    if len(set(aims)) != len(aims):
        return False
    on = {space for space, _ in aims}
    if len(on) == 1:
        return len(aims) == CROW_ARROWS if terms.exact else len(aims) <= CROW_ARROWS
    return len(on) == len(aims) == 2


def _check_lizard(piece: Piece, name: str, direction: int) -> None:
    """R37."""
    if piece.arrows.bit_count() >= FULL_LIZARD:
        raise Illegal(say("the lizard on {space} has six arrows or more", space=name), R37)
    if piece.black >> direction & 1:
        text = mark("the lizard on {space} has a black arrow {direction} already")
        raise Illegal(say(text, space=name, direction=DIRECTIONS[direction]), R37)


def _check_monster(terms: Terms, board: Board, power: Power) -> None:
    """R39."""
    size = terms.grid
    ((target, direction),) = power.aims
    piece, name = board[target], size.names[target]
    if target not in size.beside[power.source]:
        raise Illegal(say("{space} is not orthogonally beside {source}", space=name, source=size.names[power.source]), R39)
    if piece is None:
        raise Illegal(say("there is no piece on {space} after the movement", space=name), R39)
    if not piece.arrows >> direction & 1:
        text = mark("the {piece} on {space} has no arrow {direction}")
        raise Illegal(say(text, space=name, piece=piece.kind.told, direction=DIRECTIONS[direction]), R39)


# --- What they do


def possible(terms: Terms, board: Board, moved: MovementBefore, power: Power) -> Power | None:
    """R48: the power as it works after both movements, without a crow's targets that are gone; None if it is not used."""
    if power.kind is Kind.CROW and terms.final:
        aims = [
            (space, way) for space, way in power.aims if (p := board[space]) is not None and p.owner is moved.seat and p.grey >> way & 1
        ]
        power = Power(power.kind, power.source, tuple(aims))
    try:
        check(terms, board, moved, power)
    except Illegal:
        return None
    return power


def spent(terms: Terms, board: Board, used: Iterable[Power]) -> Board:
    """R34, R48: the board after these powers have worked at the same instant; all arrows are named as they were before any."""
    working = list(used)
    after = {power.source: board[power.source] for power in working}
    if len(after) < len(working):  # two from one source: neither works
        working = []
    changed: dict[int, Piece | None] = {source: piece.of_kind(Kind.PLAIN) for source, piece in after.items() if piece is not None}

    def arrows(space: int, *, without: int = 0, black: int = 0) -> None:
        """Removes some arrows, then adds or turns black some others."""
        piece = changed.get(space, board[space])
        assert piece is not None
        changed[space] = piece.with_arrows(piece.black & ~without | black, piece.grey & ~without & ~black)

    for power in working:
        if power.kind is Kind.MONSTER:
            ((target, way),) = power.aims
            arrows(target, without=1 << way)
    for power in working:
        if power.kind is Kind.LIZARD:
            arrows(power.source, black=1 << power.aims[0][1])
        elif power.kind is Kind.CROW:
            for space, mask in _turned_black(terms, power, changed, board):
                arrows(space, black=mask)
    for power in working:
        if power.kind is Kind.RAT:
            rat = changed[power.source]
            assert rat is not None
            changed[power.source] = rat.with_arrows(turned(rat.black, 4), turned(rat.grey, 4))
    return refilled(put(board, changed))


def _turned_black(terms: Terms, power: Power, changed: dict[int, Piece | None], board: Board) -> Iterator[tuple[int, int]]:
    """R36: the grey arrows that a crow's power turns black; one that a monster has just removed is gone."""

    def grey(space: int) -> int:
        piece = changed.get(space, board[space])
        assert piece is not None
        return piece.grey

    if not terms.final:
        yield power.source, grey(power.source)
        return
    for space, way in power.aims:
        yield space, grey(space) & 1 << way
