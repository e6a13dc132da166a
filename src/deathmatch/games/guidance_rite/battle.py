"""The rules of a turn (R21 to R43): movements, powers and items, and the legal turns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

from deathmatch.core.errors import Illegal, refusal
from deathmatch.core.seats import Seat, certain
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite import values

# --- Movement (R23 to R33): the ways of a piece, the options at their ends, and the effects of the movement


_DISTANCE: Final = {
    values.Kind.RAT: (values.R25, mark("a rat goes one space")),
    values.Kind.CROW: (values.R26, mark("a crow goes one space, or two to an empty space by a black arrow")),
    values.Kind.LIZARD: (values.R27, mark("a lizard goes one space")),
    values.Kind.GUARDIAN: (values.R28, mark("a guardian goes one space, also over the edge")),
    values.Kind.MONSTER: (values.R29, mark("a monster goes two spaces, the one between empty, or one")),
    values.Kind.PLAIN: (values.R30, mark("a plain piece goes one space")),
}
NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Way:
    """How a piece goes from one space to another.

    Attributes:
        direction: of the arrow that is used.
        two: whether it goes two spaces.
        over: whether it steps over the edge.
    """

    origin: int
    end: int
    direction: int
    two: bool = False
    over: bool = False


def ways(terms: values.Terms, board: values.Board, origin: int) -> Iterator[Way]:
    """R23 to R31: everywhere that the piece on a space can go by its arrows; who stands there is not asked."""
    piece = board[origin]
    assert piece is not None
    kind, size = piece.kind, terms.grid
    for direction in values.numbers(piece.arrows if terms.final else piece.black):
        end = size.step[origin][direction]
        if end == values.OFF:
            if kind is values.Kind.GUARDIAN:
                yield Way(origin, size.loop[origin][direction], direction, over=True)
            continue
        yield Way(origin, end, direction)
        far = size.step[end][direction]
        if far == values.OFF:
            continue
        crow = kind is values.Kind.CROW and piece.black >> direction & 1 and board[far] is None
        if crow or (kind is values.Kind.MONSTER and board[end] is None):
            yield Way(origin, far, direction, two=True)


def manners(terms: values.Terms, board: values.Board, way: Way) -> tuple[values.Manner, ...]:
    """R24, R32, R38: the options at the end of a way; empty if the way is closed."""
    mover, there = board[way.origin], board[way.end]
    assert mover is not None
    if there is None:
        return (values.Manner.MOVE,)
    allowed: tuple[values.Manner, ...] = ()
    own = there.owner is mover.owner
    if not own or not terms.final:
        allowed = (values.Manner.MOVE,)
    elif not mover.marked and not there.marked:
        allowed = (values.Manner.MOVE,) if there.kind is values.Kind.PLAIN else (values.Manner.MOVE, values.Manner.TAKE)
    swap = there.kind is values.Kind.GUARDIAN and mover.kind is not values.Kind.GUARDIAN and (own or terms.any_power)
    if swap and not (terms.removals_all and removes(mover, way, captures=False)):
        allowed = (*allowed, values.Manner.SWAP)
    return allowed


def removes(mover: values.Piece, way: Way, *, captures: bool) -> bool:
    """R28, R29: whether a movement costs the mover the character that it set out with."""
    if mover.kind is values.Kind.MONSTER:
        return not way.two
    return mover.kind is values.Kind.GUARDIAN and way.over and captures


def movements(terms: values.Terms, board: values.Board, seat: Seat, still: Collection[int] = NOBODY) -> Iterator[tuple[Way, values.Manner]]:
    """Every legal movement of a seat; the pieces on the spaces `still` may not move (R40)."""
    for origin in values.pieces(board, seat):
        yield from movements_of(terms, board, origin, still)


def movements_of(
    terms: values.Terms, board: values.Board, origin: int, still: Collection[int] = NOBODY
) -> Iterator[tuple[Way, values.Manner]]:
    """Every legal movement of the piece on a space."""
    if origin in still:
        return
    for way in ways(terms, board, origin):
        for manner in manners(terms, board, way):
            if manner is not values.Manner.SWAP or way.end not in still:
                yield way, manner


def can_move(terms: values.Terms, board: values.Board, seat: Seat, still: Collection[int] = NOBODY) -> bool:
    """R22: whether a seat has a legal movement."""
    return next(movements(terms, board, seat, still), None) is not None


def judge(
    terms: values.Terms, board: values.Board, seat: Seat, movement: values.Movement, *, swap: bool, still: Collection[int] = NOBODY
) -> tuple[Way, values.Manner]:
    """How a movement goes, `swap` with a guardian's power; raises Illegal (R23, R25 to R30, R32, R34, R38, R40)."""
    origin, end = movement.origin, movement.end
    names, piece = terms.grid.names, board[origin]
    if piece is None or piece.owner is not seat:
        raise Illegal(say("you have no piece on {space}", space=names[origin]), values.R23)
    if origin in still:
        raise Illegal(say("your item names the piece on {space}, so it may not move this turn", space=names[origin]), values.R40)
    way = next((way for way in ways(terms, board, origin) if way.end == end), None)
    if way is None:
        raise _no_way(terms, board, origin, end)
    manner = values.Manner.SWAP if swap else values.Manner.TAKE if movement.take else values.Manner.MOVE
    if swap and movement.take:
        raise Illegal(say("a guardian that changes places is not captured, so nothing can be taken"), values.R32)
    if manner not in manners(terms, board, way):
        raise _no_manner(terms, board, way, manner)
    if swap and end in still:
        raise Illegal(say("your item names the piece on {space}, so it may not move this turn", space=names[end]), values.R40)
    return way, manner


def why_still(terms: values.Terms, board: values.Board, seat: Seat, origin: int, still: Collection[int] = NOBODY) -> Illegal | None:
    """Why the piece on a space may not be moved by a seat; None if it may."""
    name, piece = terms.grid.names[origin], board[origin]
    if piece is None:
        return Illegal(say("nothing stands on {space}", space=name), values.R23)
    if piece.owner is not seat:
        return Illegal(say("the piece on {space} is not yours", space=name), values.R23)
    if origin in still:
        return Illegal(say("your item names the piece on {space}, so it may not move this turn", space=name), values.R40)
    open_ways = list(ways(terms, board, origin))
    if any(manners(terms, board, way) for way in open_ways):
        return None
    if not piece.arrows:
        return Illegal(say("the piece on {space} has no arrows", space=name), values.R23)
    if open_ways:
        text = mark("the piece on {space} could only capture its own side, and one of the two pieces is marked")
        return Illegal(say(text, space=name), values.R32)
    if not terms.final and not piece.black:
        return Illegal(say("all arrows of the piece on {space} are greyed out", space=name), values.R26)
    return Illegal(say("every arrow of the piece on {space} leads off the board", space=name), values.R23)


def _no_way(terms: values.Terms, board: values.Board, origin: int, end: int) -> Illegal:
    """Why a piece cannot go to a space."""
    piece, size = certain(board[origin]), terms.grid
    between = [
        (direction, near)
        for direction, near in enumerate(size.step[origin])
        if near != values.OFF and end in (near, size.step[near][direction])
    ]
    rule, words = _DISTANCE[piece.kind]
    for direction, near in between:
        if not piece.arrows >> direction & 1:
            continue
        if near == end:
            return Illegal(say("that arrow of the {piece} is greyed out", piece=piece.kind.short), values.R26)
        if piece.kind is values.Kind.CROW and not piece.black >> direction & 1:
            return Illegal(say("a crow goes two spaces by a black arrow only"), rule)
        return Illegal(say(words), rule)
    names = size.names
    text = mark("the {piece} on {space} has no arrow that leads to {end}")
    return Illegal(say(text, space=names[origin], piece=piece.kind.told, end=names[end]), values.R23)


def _no_manner(terms: values.Terms, board: values.Board, way: Way, manner: values.Manner) -> Illegal:
    """Why something cannot be done where a movement ends."""
    mover, there = certain(board[way.origin]), board[way.end]
    name = terms.grid.names[way.end]
    if manner is values.Manner.SWAP:
        if there is None or there.kind is not values.Kind.GUARDIAN or mover.kind is values.Kind.GUARDIAN:
            text = mark("only a piece of another kind changes places with a guardian, by moving onto it; this movement ends on {space}")
            return Illegal(say(text, space=name), values.R38)
        if there.owner is not mover.owner and not terms.any_power:
            return Illegal(say("the guardian on {space} is not yours", space=name), values.R34)
        return Illegal(say("a movement that costs the monster its character allows no power"), values.R34)
    own = there is not None and there.owner is mover.owner
    if manner is values.Manner.TAKE and not (terms.final and own):
        if terms.final:
            return Illegal(say("take goes with the capture of one of your own pieces"), values.R32)
        return Illegal(say("take goes with the capture of one of your own pieces; here nothing is taken"), values.R32)
    assert there is not None
    if mover.marked or there.marked:
        return Illegal(say("neither the capturing piece nor your own piece that it captures may be marked"), values.R32)
    return Illegal(say("the piece on {space} has no character to take", space=name), values.R32)


def arrived(terms: values.Terms, mover: values.Piece, way: Way, captured: values.Piece | None, *, take: bool) -> values.Piece:
    """R33: the piece that moved, after it has arrived and perhaps captured."""
    kind, black, grey, marked = mover.kind, mover.black, mover.grey, mover.marked
    used, taken = 1 << way.direction, False
    if grey & used:
        grey &= ~used
    elif kind is values.Kind.LIZARD:
        black &= ~used
    elif kind is values.Kind.CROW and way.two:
        black, grey = black & ~used, grey | used
    if captured is not None and terms.final and captured.owner is mover.owner:
        black, grey, marked, taken = black & ~captured.black, grey | captured.black, True, take
        kind = captured.kind if taken else kind
    if mover.kind is values.Kind.RAT:
        black, grey = values.turned(black, 1), values.turned(grey, 1)
    if removes(mover, way, captures=captured is not None) and not taken:
        kind = values.Kind.PLAIN
    return values.Piece(kind, black, grey, mover.owner, marked).refilled()


# --- Powers (R34 to R39, R48): the pieces that may be spent, their targets, and their effects


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
    kind: values.Kind
    spaces: frozenset[int]
    spent: bool = False


def may_spend(terms: values.Terms, board: values.Board, moved: MovementBefore, source: int) -> bool:
    """R34: whether the piece on a space may be a source; a guardian is spent by the movement itself (R38)."""
    piece = board[source]
    return (
        piece is not None
        and piece.kind not in (values.Kind.PLAIN, values.Kind.GUARDIAN, moved.kind)
        and (piece.owner is moved.seat or terms.any_power)
        and source not in moved.spaces
        and not moved.spent
    )


# --- What a source may be spent on


def greys(board: values.Board, seat: Seat) -> list[tuple[int, int]]:
    """The spaces of a seat's pieces with grey arrows, each with the mask of these."""
    return [(space, piece.grey) for space in values.pieces(board, seat) if (piece := board[space]) is not None and piece.grey]


def lizard_ways(piece: values.Piece) -> int:
    """R37: the directions in which a lizard may get a black arrow, as a mask."""
    return 0 if piece.arrows.bit_count() >= FULL_LIZARD else values.ALL & ~piece.black


def monster_aims(terms: values.Terms, board: values.Board, source: int) -> Iterator[values.Aim]:
    """R39: every arrow of a piece beside a monster."""
    for target in sorted(terms.grid.beside[source]):
        there = board[target]
        if there is not None:
            yield from ((target, direction) for direction in values.numbers(there.arrows))


def crow_aims(terms: values.Terms, board: values.Board, seat: Seat) -> Iterator[tuple[values.Aim, ...]]:
    """R36 in `final`: every choice of arrows; up to three of one piece, or one of each of two."""
    targets = greys(board, seat)
    for space, mask in targets:
        for count in (CROW_ARROWS,) if terms.exact else range(1, CROW_ARROWS + 1):
            yield from (tuple([(space, way) for way in chosen]) for chosen in combinations(values.numbers(mask), count))
    for (one, first), (other, second) in combinations(targets, 2):
        yield from (((one, d), (other, e)) for d in values.numbers(first) for e in values.numbers(second))


def _crow_count(terms: values.Terms, board: values.Board, seat: Seat) -> int:
    """How many choices `crow_aims` lists."""
    counts = [mask.bit_count() for _, mask in greys(board, seat)]
    triples = sum(n * (n - 1) * (n - 2) // 6 for n in counts)
    smaller = 0 if terms.exact else sum(n + n * (n - 1) // 2 for n in counts)
    total = sum(counts)
    return triples + smaller + (total * total - sum(n * n for n in counts)) // 2


def spendings(terms: values.Terms, board: values.Board, moved: MovementBefore, source: int) -> Iterator[values.Power]:
    """Every legal power of the piece on a space that may be a source."""
    piece = certain(board[source])
    kind = piece.kind
    if kind is values.Kind.RAT and piece.arrows:
        yield values.Power(kind, source)
    elif kind is values.Kind.CROW and terms.final:
        yield from (values.Power(kind, source, aims) for aims in crow_aims(terms, board, moved.seat))
    elif kind is values.Kind.CROW and piece.grey:
        yield values.Power(kind, source)
    elif kind is values.Kind.LIZARD:
        yield from (values.Power(kind, source, ((source, way),)) for way in values.numbers(lizard_ways(piece)))
    elif kind is values.Kind.MONSTER:
        yield from (values.Power(kind, source, (aim,)) for aim in monster_aims(terms, board, source))


def powers(terms: values.Terms, board: values.Board, moved: MovementBefore) -> Iterator[values.Power]:
    """Every legal power after a movement, but for a guardian's."""
    for source in range(len(board)):
        if may_spend(terms, board, moved, source):
            yield from spendings(terms, board, moved, source)


def sources(terms: values.Terms, board: values.Board, moved: MovementBefore) -> list[int]:
    """The spaces of the pieces that have something to be spent on."""
    able = (source for source in range(len(board)) if may_spend(terms, board, moved, source))
    return [source for source in able if next(spendings(terms, board, moved, source), None) is not None]


def count_powers(terms: values.Terms, board: values.Board, moved: MovementBefore) -> int:
    """How many powers `powers` lists."""
    total = 0
    for source, piece in enumerate(board):
        if piece is None or not may_spend(terms, board, moved, source):
            continue
        if piece.kind is values.Kind.CROW and terms.final:
            total += _crow_count(terms, board, moved.seat)
        else:
            total += sum(1 for _ in spendings(terms, board, moved, source))
    return total


# --- Whether one may be spent


def check_power(terms: values.Terms, board: values.Board, moved: MovementBefore, power: values.Power) -> None:
    """Raises Illegal (R34 to R37, R39). The board is that after the movement."""
    piece, name = board[power.source], terms.grid.names[power.source]
    if moved.spent:
        raise Illegal(say("this movement costs its own character, so no power may be used"), values.R34)
    if piece is None or piece.kind is not power.kind:
        raise Illegal(say("there is no {piece} on {space} after the movement", piece=power.kind.short, space=name), values.R34)
    _check_source(terms, moved, piece, power.source)
    match power.kind:
        case values.Kind.RAT:
            if not piece.arrows:
                raise Illegal(say("the rat on {space} has no arrow to turn", space=name), values.R35)
        case values.Kind.CROW:
            _check_crow(terms, board, moved.seat, piece, power.aims)
        case values.Kind.LIZARD:
            _check_lizard(piece, name, power.aims[0][1])
        case _:
            _check_monster(terms, board, power)


def why_not(terms: values.Terms, board: values.Board, moved: MovementBefore, source: int) -> Illegal | None:
    """Why the piece on a space may not be spent after this movement; None if it may be."""
    piece, name = board[source], terms.grid.names[source]
    if piece is None:
        return Illegal(say("nothing stands on {space}", space=name), values.R34)
    if piece.kind is values.Kind.PLAIN:
        return Illegal(say("the piece on {space} is plain: it has no power", space=name), values.R34)
    if piece.kind is values.Kind.GUARDIAN:
        return Illegal(say("a guardian's power is a movement that ends on it"), values.R38)
    if why := refusal(_check_source, terms, moved, piece, source):
        return why
    if next(spendings(terms, board, moved, source), None) is not None:
        return None
    reason, rule = _IDLE[piece.kind]
    return Illegal(say(reason, space=name), rule)


def why_no_target(terms: values.Terms, board: values.Board, seat: Seat, source: int, target: int) -> Illegal | None:
    """Why the power of the piece on one space has nothing to do with the piece on another; None if it may have."""
    piece, there, name = certain(board[source]), board[target], terms.grid.names[target]
    if piece.kind is values.Kind.MONSTER:
        if there is None or target not in terms.grid.beside[source]:
            text = mark("the monster's target must be a piece orthogonally beside it; {space} holds none")
            return Illegal(say(text, space=name), values.R39)
        return None if there.arrows else Illegal(say("the piece on {space} has no arrows", space=name), values.R39)
    if piece.kind is values.Kind.CROW and terms.final:
        if there is None or there.owner is not seat:
            return Illegal(say("you have no piece on {space}", space=name), values.R36)
        return None if there.grey else Illegal(say("the piece on {space} has no grey arrow", space=name), values.R36)
    return None


_IDLE: Final = {
    values.Kind.RAT: (mark("the rat on {space} has no arrow to turn"), values.R35),
    values.Kind.CROW: (mark("the crow on {space} finds no grey arrow to free"), values.R36),
    values.Kind.LIZARD: (mark("the lizard on {space} has six arrows or more"), values.R37),
    values.Kind.MONSTER: (mark("the monster on {space} has no piece with an arrow beside it"), values.R39),
}
"""Why a source has nothing to be spent on."""


def _check_source(terms: values.Terms, moved: MovementBefore, piece: values.Piece, source: int) -> None:
    """Raises Illegal (R34) if a piece, which has a character, may not be a source."""
    name = terms.grid.names[source]
    if moved.spent:
        raise Illegal(say("this movement has used up the turn's power"), values.R34)
    if piece.owner is not moved.seat and not terms.any_power:
        raise Illegal(say("the {piece} on {space} is not yours", piece=piece.kind.short, space=name), values.R34)
    if source in moved.spaces:
        raise Illegal(say("the piece on {space} has moved this turn", space=name), values.R34)
    if piece.kind is moved.kind:
        raise Illegal(say("a {piece} has moved, so no {piece}'s power may be used", piece=piece.kind.short), values.R34)


def _check_crow(terms: values.Terms, board: values.Board, seat: Seat, crow: values.Piece, aims: tuple[values.Aim, ...]) -> None:
    """R36."""
    if not terms.final:
        if aims:
            raise Illegal(say("here a crow's power frees only its own arrows and names no others"), values.R36)
        if not crow.grey:
            raise Illegal(say("the crow has no grey arrow"), values.R36)
        return
    if not shaped(terms, aims):
        if terms.exact:
            raise Illegal(say("a crow's power turns just three grey arrows of one own piece, or one of each of two"), values.R36)
        raise Illegal(say("a crow's power turns up to three grey arrows of one own piece, or one of each of two"), values.R36)
    for space, direction in aims:
        piece, name = board[space], terms.grid.names[space]
        if piece is None or piece.owner is not seat:
            raise Illegal(say("you have no piece on {space}", space=name), values.R36)
        if not piece.grey >> direction & 1:
            text = mark("the piece on {space} has no grey arrow {direction}")
            raise Illegal(say(text, space=name, direction=values.DIRECTIONS[direction]), values.R36)


def shaped(terms: values.Terms, aims: Sequence[values.Aim]) -> bool:
    """R36: whether these are so many arrows as a crow's power may turn."""
    if len(set(aims)) != len(aims):
        return False
    on = {space for space, _ in aims}
    if len(on) == 1:
        return len(aims) == CROW_ARROWS if terms.exact else len(aims) <= CROW_ARROWS
    return len(on) == len(aims) == 2


def _check_lizard(piece: values.Piece, name: str, direction: int) -> None:
    """R37."""
    if piece.arrows.bit_count() >= FULL_LIZARD:
        raise Illegal(say("the lizard on {space} has six arrows or more", space=name), values.R37)
    if piece.black >> direction & 1:
        text = mark("the lizard on {space} has a black arrow {direction} already")
        raise Illegal(say(text, space=name, direction=values.DIRECTIONS[direction]), values.R37)


def _check_monster(terms: values.Terms, board: values.Board, power: values.Power) -> None:
    """R39."""
    size = terms.grid
    ((target, direction),) = power.aims
    piece, name = board[target], size.names[target]
    if target not in size.beside[power.source]:
        raise Illegal(say("{space} is not orthogonally beside {source}", space=name, source=size.names[power.source]), values.R39)
    if piece is None:
        raise Illegal(say("there is no piece on {space} after the movement", space=name), values.R39)
    if not piece.arrows >> direction & 1:
        text = mark("the {piece} on {space} has no arrow {direction}")
        raise Illegal(say(text, space=name, piece=piece.kind.told, direction=values.DIRECTIONS[direction]), values.R39)


# --- What they do


def possible(terms: values.Terms, board: values.Board, moved: MovementBefore, power: values.Power) -> values.Power | None:
    """R48: the power as it works after both movements, without a crow's targets that are gone; None if it is not used."""
    if power.kind is values.Kind.CROW and terms.final:
        aims = [
            (space, way) for space, way in power.aims if (p := board[space]) is not None and p.owner is moved.seat and p.grey >> way & 1
        ]
        power = values.Power(power.kind, power.source, tuple(aims))
    return power if refusal(check_power, terms, board, moved, power) is None else None


def spent(terms: values.Terms, board: values.Board, used: Iterable[values.Power]) -> values.Board:
    """R34, R48: the board after these powers have worked at the same instant; all arrows are named as they were before any."""
    working = list(used)
    after = {power.source: board[power.source] for power in working}
    if len(after) < len(working):  # two from one source: neither works
        working = []
    changed: dict[int, values.Piece | None] = {
        source: piece.of_kind(values.Kind.PLAIN) for source, piece in after.items() if piece is not None
    }

    def arrows(space: int, *, without: int = 0, black: int = 0) -> None:
        """Removes some arrows, then adds or turns black some others."""
        piece = certain(changed.get(space, board[space]))
        changed[space] = piece.with_arrows(piece.black & ~without | black, piece.grey & ~without & ~black)

    for power in working:
        if power.kind is values.Kind.MONSTER:
            ((target, way),) = power.aims
            arrows(target, without=1 << way)
    for power in working:
        if power.kind is values.Kind.LIZARD:
            arrows(power.source, black=1 << power.aims[0][1])
        elif power.kind is values.Kind.CROW:
            freed = [(space, 1 << way) for space, way in power.aims] if terms.final else [(power.source, values.ALL)]
            for space, mask in freed:  # one that a monster has just removed is gone
                arrows(space, black=mask & certain(changed.get(space, board[space])).grey)
    for power in working:
        if power.kind is values.Kind.RAT:
            rat = certain(changed[power.source])
            changed[power.source] = rat.with_arrows(values.turned(rat.black, 4), values.turned(rat.grey, 4))
    return values.refilled(values.put(board, changed))


# --- Items of `final` (R40 to R43)


PAIR: Final = 2  # pieces that Swap names


def usable(board: values.Board, held: tuple[values.Item, ...]) -> tuple[values.Item, ...]:
    """R40: the items that may be used now."""
    return held if held and values.standing(board) >= values.ITEM_PIECES else ()


def still(board: values.Board, seat: Seat, use: values.Use | None) -> frozenset[int]:
    """R40: the spaces of a seat's pieces that its item names, which may not move this turn."""
    if use is None:
        return frozenset()
    return frozenset([space for space in use.spaces if (piece := board[space]) is not None and piece.owner is seat])


def check_item(terms: values.Terms, board: values.Board, seat: Seat, held: tuple[values.Item, ...], use: values.Use) -> None:
    """Raises Illegal (R40 to R43)."""
    if use.item not in held:
        raise Illegal(say("you do not hold {item}, or have used it", item=values.item_title(use.item)), values.R40)
    if use.item not in usable(board, held):
        text = mark("items are for boards of {most} pieces or more, and {number} are left")
        raise Illegal(say(text, most=values.ITEM_PIECES, number=values.standing(board)), values.R40)
    names = terms.grid.named(use.spaces)
    pieces = [board[space] for space in use.spaces]
    match use.item:
        case values.Item.HONOUR:
            for whose, name, piece, way in zip((seat, seat.other), names, pieces, use.by, strict=True):
                if piece is None or piece.owner is not whose:
                    text = mark("Point of Honour names a piece of each seat; {space} has none of {seat}")
                    raise Illegal(say(text, space=name, seat=whose), values.R41)
                if piece.arrows >> way & 1:
                    text = mark("the piece on {space} has an arrow {direction} already")
                    raise Illegal(say(text, space=name, direction=values.DIRECTIONS[way]), values.R41)
        case values.Item.ROTATE:
            if pieces[0] is None or pieces[0].owner is not seat:
                raise Illegal(say("you have no piece on {space}", space=names[0]), values.R42)
        case values.Item.SWAP:  # pragma: no branch - the last of three
            one, other = pieces
            if one is None or other is None or use.spaces[0] == use.spaces[1] or one.owner is not other.owner:
                raise Illegal(say("Swap names two pieces of one seat"), values.R43)
            if one.kind is other.kind:
                raise Illegal(say("both are {piece}: Swap needs two that differ", piece=one.kind.short), values.R43)


def used(board: values.Board, use: values.Use) -> values.Board:
    """The board after an item, which may have come to nothing meanwhile (R46); lizards refill."""
    if use.item is values.Item.SWAP:
        one, other = (certain(board[space]) for space in use.spaces)
        return values.refilled(values.put(board, {use.spaces[0]: one.of_kind(other.kind), use.spaces[1]: other.of_kind(one.kind)}))
    changes = {}
    for space, by in zip(use.spaces, use.by, strict=True):
        piece = certain(board[space])
        if use.item is values.Item.ROTATE:
            changes[space] = piece.with_arrows(values.turned(piece.black, by), values.turned(piece.grey, by))
        elif not piece.arrows >> by & 1:
            changes[space] = piece.with_arrows(piece.black | 1 << by, piece.grey)
    return values.put(board, changes)


# --- What may be named


def leaves(terms: values.Terms, board: values.Board, seat: Seat, use: values.Use) -> bool:
    """Whether a legal submission goes with this use: a movement after it or, if there was none before it, a pass (R22)."""
    after = used(board, use)
    return can_move(terms, after, seat, still(board, seat, use)) or not can_move(terms, board, seat)


def free(board: values.Board, space: int) -> tuple[int, ...]:
    """R41: the directions in which a piece has no arrow."""
    piece = certain(board[space])
    return values.numbers(values.ALL & ~piece.arrows)


def honours(terms: values.Terms, board: values.Board, seat: Seat) -> list[int]:
    """R41: the seat's own pieces that Point of Honour may name. It changes only these and the other seat's pieces."""
    theirs = [space for space in values.pieces(board, seat.other) if free(board, space)]
    if not theirs:
        return []
    other, way = theirs[0], free(board, theirs[0])[0]
    own = [space for space in values.pieces(board, seat) if free(board, space)]
    return [
        space for space in own if leaves(terms, board, seat, values.Use(values.Item.HONOUR, (space, other), (free(board, space)[0], way)))
    ]


def rotations(terms: values.Terms, board: values.Board, seat: Seat) -> list[int]:
    """R42: the pieces that Rotate may name."""
    return [space for space in values.pieces(board, seat) if leaves(terms, board, seat, values.Use(values.Item.ROTATE, (space,), (1,)))]


def swaps(terms: values.Terms, board: values.Board, seat: Seat) -> Iterator[tuple[int, int]]:
    """R43: the pairs that Swap may name."""
    movers = _movable(terms, board, seat)
    for whose in (seat, seat.other):
        for pair in combinations(values.pieces(board, whose), 2):
            one, other = (certain(board[space]) for space in pair)
            if one.kind is not other.kind and (
                any(mover not in pair for mover in movers) or leaves(terms, board, seat, values.Use(values.Item.SWAP, pair))
            ):
                yield pair[0], pair[1]


def _movable(terms: values.Terms, board: values.Board, seat: Seat) -> list[int]:
    """Up to three of a seat's pieces that can go if no own piece stands: no swap of others takes that from them."""

    def goes_out(origin: int) -> bool:
        return any((there := board[way.end]) is None or there.owner is not seat for way in ways(terms, board, origin))

    return list(islice(filter(goes_out, values.pieces(board, seat)), PAIR + 1))


PASS = values.Turn(None)


def check_turn(terms: values.Terms, board: values.Board, seat: Seat, held: tuple[values.Item, ...], turn: values.Turn) -> None:
    """Raises Illegal (R21 to R43). At once it is judged as if the other seat did nothing (R45)."""
    use, power = turn.item, turn.power
    after = board
    if use is not None:
        check_item(terms, board, seat, held, use)
        after = used(board, use)
    if turn.movement is None:
        if power is not None:
            raise Illegal(say("a power goes with a movement, not with a pass"), values.R22)
        if can_move(terms, board, seat):
            raise Illegal(say("you have a movement, so you may not pass"), values.R22)
        return
    swap = power is not None and power.kind is values.Kind.GUARDIAN
    way, manner = judge(terms, after, seat, turn.movement, swap=swap, still=still(board, seat, use))
    if power is not None and not swap:
        then, moved = gone(terms, after, seat, way, manner)
        check_power(terms, then, moved, power)


def gone(terms: values.Terms, board: values.Board, seat: Seat, way: Way, manner: values.Manner) -> tuple[values.Board, MovementBefore]:
    """The board after a legal movement of one seat alone (R33), and the facts that a power needs."""
    mover, there = certain(board[way.origin]), board[way.end]
    left = spaces = None
    if manner is values.Manner.SWAP:
        left, spaces, there = certain(there).of_kind(values.Kind.PLAIN), frozenset((way.origin, way.end)), None
    then = values.put(board, {way.origin: left, way.end: arrived(terms, mover, way, there, take=manner is values.Manner.TAKE)})
    spent = manner is values.Manner.SWAP or (terms.removals_all and removes(mover, way, captures=there is not None))
    return values.refilled(then), MovementBefore(seat, mover.kind, spaces or frozenset((way.end,)), spent)


def written(way: Way, manner: values.Manner) -> tuple[values.Movement, values.Power | None]:
    """A movement as it is submitted, with the power that it is."""
    power = values.Power(values.Kind.GUARDIAN, way.end) if manner is values.Manner.SWAP else None
    return values.Movement(way.origin, way.end, manner is values.Manner.TAKE), power


def count_turns(terms: values.Terms, board: values.Board, seat: Seat) -> int:
    """How many legal turns a seat has that may use no item."""
    turns = (1 + count_powers(terms, *gone(terms, board, seat, *movement)) for movement in movements(terms, board, seat))
    return sum(turns) or 1  # a pass


def moves(terms: values.Terms, board: values.Board, seat: Seat) -> Iterator[values.Turn]:
    """Every legal turn of a seat that may use no item."""
    able = False
    for way, manner in movements(terms, board, seat):
        able = True
        moved, power = written(way, manner)
        yield values.Turn(moved, power)
        for spent in powers(terms, *gone(terms, board, seat, way, manner)):
            yield values.Turn(moved, spent)
    if not able:
        yield PASS
