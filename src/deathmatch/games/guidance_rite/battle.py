"""The rules of a turn (R21 to R43): movements, powers and items, and the legal turns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from deathmatch.core.errors import Illegal, Rule, refusal
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
        for way in ways(terms, board, origin) if origin not in still else ():
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
    _check_mover(terms, board, seat, origin, still)
    way = next((way for way in ways(terms, board, origin) if way.end == end), None)
    if way is None:
        raise _no_way(terms, board, origin, end)
    manner = values.Manner.SWAP if swap else values.Manner.TAKE if movement.take else values.Manner.MOVE
    if swap and movement.take:
        raise Illegal(say("a guardian that changes places is not captured, so nothing can be taken"), values.R32)
    if manner not in manners(terms, board, way):
        raise _no_manner(terms, board, way, manner)
    if swap:
        _check_still(terms, end, still)
    return way, manner


def _check_mover(terms: values.Terms, board: values.Board, seat: Seat, origin: int, still: Collection[int]) -> values.Piece:
    """The piece on a space, which a seat may move if it can go anywhere; raises Illegal (R23, R40)."""
    name, piece = terms.grid.names[origin], board[origin]
    if piece is None:
        raise Illegal(say("nothing stands on {space}", space=name), values.R23)
    if piece.owner is not seat:
        raise Illegal(say("the piece on {space} is not yours", space=name), values.R23)
    _check_still(terms, origin, still)
    return piece


def _check_still(terms: values.Terms, space: int, still: Collection[int]) -> None:
    """Raises Illegal (R40)."""
    if space in still:
        text = mark("your item names the piece on {space}, so it may not move this turn")
        raise Illegal(say(text, space=terms.grid.names[space]), values.R40)


def check_movable(terms: values.Terms, board: values.Board, seat: Seat, origin: int, still: Collection[int] = NOBODY) -> None:
    """Raises Illegal (R23, R26, R32, R40) if a seat may not move the piece on a space anywhere."""
    piece, name = _check_mover(terms, board, seat, origin, still), terms.grid.names[origin]
    open_ways = list(ways(terms, board, origin))
    if any(manners(terms, board, way) for way in open_ways):
        return
    text, rule = mark("every arrow of the piece on {space} leads off the board"), values.R23
    if not piece.arrows:
        text = mark("the piece on {space} has no arrows")
    elif open_ways:
        text, rule = mark("the piece on {space} could only capture its own side, and one of the two pieces is marked"), values.R32
    elif not terms.final and not piece.black:
        text, rule = mark("all arrows of the piece on {space} are greyed out"), values.R26
    raise Illegal(say(text, space=name), rule)


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
    own = there is not None and there.owner is mover.owner
    text, rule = mark("the piece on {space} has no character to take"), values.R32
    if manner is values.Manner.SWAP:
        text, rule = mark("a movement that costs the monster its character allows no power"), values.R34
        if there is None or there.kind is not values.Kind.GUARDIAN or mover.kind is values.Kind.GUARDIAN:
            text = mark("only a piece of another kind changes places with a guardian, by moving onto it; this movement ends on {space}")
            rule = values.R38
        elif not own and not terms.any_power:
            text = mark("the guardian on {space} is not yours")
    elif manner is values.Manner.TAKE and not (terms.final and own):
        text = mark("take goes with the capture of one of your own pieces; here nothing is taken")
        if terms.final:
            text = mark("take goes with the capture of one of your own pieces")
    elif there is not None and (mover.marked or there.marked):
        text = mark("neither the capturing piece nor your own piece that it captures may be marked")
    return Illegal(say(text, space=name), rule)


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


def _barred(terms: values.Terms, board: values.Board, moved: MovementBefore, source: int) -> tuple[str, Rule] | None:
    """R34: why the piece on a space may not be a source; a guardian is spent by the movement itself (R38)."""
    piece = board[source]
    if piece is None:
        return mark("nothing stands on {space}"), values.R34
    if piece.kind is values.Kind.PLAIN:
        return mark("the piece on {space} is plain: it has no power"), values.R34
    if piece.kind is values.Kind.GUARDIAN:
        return mark("a guardian's power is a movement that ends on it"), values.R38
    if moved.spent:
        return mark("this movement has used up the turn's power"), values.R34
    if piece.owner is not moved.seat and not terms.any_power:
        return mark("the {piece} on {space} is not yours"), values.R34
    if source in moved.spaces:
        return mark("the piece on {space} has moved this turn"), values.R34
    if piece.kind is moved.kind:
        return mark("a {piece} has moved, so no {piece}'s power may be used"), values.R34
    return None


# --- What a source may be spent on


def aimable(kind: values.Kind, piece: values.Piece) -> int:
    """R36, R37, R39: the arrows of a piece that a crow's, a lizard's or a monster's power may be about, as a mask."""
    if kind is values.Kind.LIZARD:
        return 0 if piece.arrows.bit_count() >= FULL_LIZARD else values.ALL & ~piece.black
    return piece.grey if kind is values.Kind.CROW else piece.arrows


def aims(terms: values.Terms, board: values.Board, seat: Seat, source: int) -> list[values.Aim]:
    """R36, R37, R39: every arrow that the power of the piece on a space may be about, alone or with others."""
    kind = certain(board[source]).kind
    targets = [source] if kind is values.Kind.LIZARD else []
    if kind is values.Kind.MONSTER:
        targets = sorted(terms.grid.beside[source])
    elif kind is values.Kind.CROW and terms.final:
        targets = values.pieces(board, seat)
    return [(at, way) for at in targets if (piece := board[at]) is not None for way in values.numbers(aimable(kind, piece))]


def crow_aims(terms: values.Terms, board: values.Board, seat: Seat) -> Iterator[tuple[values.Aim, ...]]:
    """R36 in `final`: every choice of arrows; up to three of one piece, or one of each of two."""
    targets = [(space, grey) for space in values.pieces(board, seat) if (grey := certain(board[space]).grey)]
    for space, mask in targets:
        for count in (CROW_ARROWS,) if terms.exact else range(1, CROW_ARROWS + 1):
            yield from (tuple([(space, way) for way in chosen]) for chosen in combinations(values.numbers(mask), count))
    for (one, first), (other, second) in combinations(targets, 2):
        yield from (((one, d), (other, e)) for d in values.numbers(first) for e in values.numbers(second))


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
    elif kind in (values.Kind.LIZARD, values.Kind.MONSTER):
        yield from (values.Power(kind, source, (aim,)) for aim in aims(terms, board, moved.seat, source))


def powers(terms: values.Terms, board: values.Board, moved: MovementBefore) -> Iterator[values.Power]:
    """Every legal power after a movement, but for a guardian's."""
    for source in range(len(board)):
        if _barred(terms, board, moved, source) is None:
            yield from spendings(terms, board, moved, source)


def sources(terms: values.Terms, board: values.Board, moved: MovementBefore) -> list[int]:
    """The spaces of the pieces that have something to be spent on."""
    able = (source for source in range(len(board)) if _barred(terms, board, moved, source) is None)
    return [source for source in able if next(spendings(terms, board, moved, source), None) is not None]


def count_powers(terms: values.Terms, board: values.Board, moved: MovementBefore) -> int:
    """How many powers `powers` lists: a crow in `final` may have so many that a list would take long."""
    counts = [certain(board[space]).grey.bit_count() for space in values.pieces(board, moved.seat)]
    triples = sum(n * (n - 1) * (n - 2) // 6 for n in counts)
    smaller = 0 if terms.exact else sum(n + n * (n - 1) // 2 for n in counts)
    of_crow = triples + smaller + (sum(counts) ** 2 - sum(n * n for n in counts)) // 2
    total = 0
    for source, piece in enumerate(board):
        if _barred(terms, board, moved, source) is None:
            listed = piece is None or piece.kind is not values.Kind.CROW or not terms.final
            total += sum(1 for _ in spendings(terms, board, moved, source)) if listed else of_crow
    return total


# --- Whether one may be spent


IDLE: Final = {
    values.Kind.RAT: (mark("the rat on {space} has no arrow to turn"), values.R35),
    values.Kind.CROW: (mark("the crow on {space} finds no grey arrow to free"), values.R36),
    values.Kind.LIZARD: (mark("the lizard on {space} has six arrows or more"), values.R37),
    values.Kind.MONSTER: (mark("the monster on {space} has no piece with an arrow beside it"), values.R39),
}
"""Why a source has nothing to be spent on."""

_MISSED: Final = {
    values.Kind.CROW: (mark("the piece on {space} has no grey arrow {direction}"), values.R36),
    values.Kind.LIZARD: (mark("the lizard on {space} has a black arrow {direction} already"), values.R37),
    values.Kind.MONSTER: (mark("the {piece} on {space} has no arrow {direction}"), values.R39),
}
"""Why a power cannot be about an arrow."""


def check_source(terms: values.Terms, board: values.Board, moved: MovementBefore, source: int) -> None:
    """Raises Illegal (R34 to R39) if the piece on a space may not be spent after this movement."""
    piece, barred = board[source], _barred(terms, board, moved, source)
    if barred is None and next(spendings(terms, board, moved, source), None) is None:
        barred = IDLE[certain(piece).kind]
    if barred is not None:
        text, rule = barred
        raise Illegal(say(text, piece="" if piece is None else piece.kind.short, space=terms.grid.names[source]), rule)


def check_target(terms: values.Terms, board: values.Board, seat: Seat, source: int, target: int) -> None:
    """Raises Illegal (R36, R39) if the power of the piece on one space cannot be about the piece on another."""
    kind, there, name = certain(board[source]).kind, board[target], terms.grid.names[target]
    if kind is values.Kind.MONSTER:
        if there is None or target not in terms.grid.beside[source]:
            text = mark("the monster's target must be a piece orthogonally beside it; {space} holds none")
            raise Illegal(say(text, space=name), values.R39)
        if not there.arrows:
            raise Illegal(say("the piece on {space} has no arrows", space=name), values.R39)
    elif kind is values.Kind.CROW and terms.final:
        if there is None or there.owner is not seat:
            raise Illegal(say("you have no piece on {space}", space=name), values.R36)
        if not there.grey:
            raise Illegal(say("the piece on {space} has no grey arrow", space=name), values.R36)


def check_power(terms: values.Terms, board: values.Board, moved: MovementBefore, power: values.Power) -> None:
    """Raises Illegal (R34 to R37, R39). The board is that after the movement."""
    piece, names = board[power.source], terms.grid.names
    if piece is None or piece.kind is not power.kind:
        text = mark("there is no {piece} on {space} after the movement")
        raise Illegal(say(text, piece=power.kind.short, space=names[power.source]), values.R34)
    check_source(terms, board, moved, power.source)
    if power.kind is values.Kind.CROW:
        _check_number(terms, power.aims)
    for target, direction in power.aims:
        check_target(terms, board, moved.seat, power.source, target)
        there = certain(board[target])
        if not aimable(power.kind, there) >> direction & 1:
            text, rule = _MISSED[power.kind]
            raise Illegal(say(text, piece=there.kind.told, space=names[target], direction=say(values.DIRECTIONS[direction])), rule)


def _check_number(terms: values.Terms, aims: tuple[values.Aim, ...]) -> None:
    """Raises Illegal (R36)."""
    if not terms.final:
        if aims:
            raise Illegal(say("here a crow's power frees only its own arrows and names no others"), values.R36)
    elif not shaped(terms, aims):
        text = mark("a crow's power turns up to three grey arrows of one own piece, or one of each of two")
        if terms.exact:
            text = mark("a crow's power turns just three grey arrows of one own piece, or one of each of two")
        raise Illegal(say(text), values.R36)


def shaped(terms: values.Terms, aims: Sequence[values.Aim]) -> bool:
    """R36: whether these are so many arrows as a crow's power may turn."""
    if len(set(aims)) != len(aims):
        return False
    on = {space for space, _ in aims}
    if len(on) == 1:
        return len(aims) == CROW_ARROWS if terms.exact else len(aims) <= CROW_ARROWS
    return len(on) == len(aims) == 2


def leads(terms: values.Terms, arrows: Sequence[values.Aim], chosen: Sequence[values.Aim]) -> bool:
    """R36: whether a crow's power may turn some of the arrows that there are, perhaps together with others of them."""
    on = {space for space, _ in chosen}
    if shaped(terms, chosen) or not terms.exact or len(on) > 1 or len(chosen) >= CROW_ARROWS:
        return shaped(terms, chosen)
    others = sum(space not in on for space, _ in arrows)
    return len(arrows) - others >= CROW_ARROWS or (len(chosen) == 1 and others > 0)


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


ITEM_RULES: Final = {values.Item.HONOUR: values.R41, values.Item.ROTATE: values.R42, values.Item.SWAP: values.R43}


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
    for number, space in enumerate(use.spaces):
        check_named(terms, board, seat, use.item, use.spaces[: number + 1])
        if use.item is values.Item.HONOUR and certain(board[space]).arrows >> use.by[number] & 1:
            text = mark("the piece on {space} has an arrow {direction} already")
            raise Illegal(say(text, space=terms.grid.names[space], direction=say(values.DIRECTIONS[use.by[number]])), values.R41)


def check_named(terms: values.Terms, board: values.Board, seat: Seat, item: values.Item, named: Sequence[int]) -> None:
    """Raises Illegal (R41 to R43) if an item may not name the last of these pieces after the others."""
    *others, space = named
    piece, name, rule = board[space], terms.grid.names[space], ITEM_RULES[item]
    if piece is None:
        raise Illegal(say("nothing stands on {space}", space=name), rule)
    if item is values.Item.SWAP:
        for one in (certain(board[other]) for other in others):
            if one.owner is not piece.owner:
                raise Illegal(say("Swap names two pieces of one seat"), rule)
            if one.kind is piece.kind:
                raise Illegal(say("both are {piece}: Swap needs two that differ", piece=piece.kind.short), rule)
        return
    if piece.owner is not (seat.other if others else seat):
        text = mark("{item} names a piece of yours; the one on {space} is not")
        if others:
            text = mark("{item} names a piece of the other side now; the one on {space} is not")
        raise Illegal(say(text, item=values.item_title(item), space=name), rule)
    if item is values.Item.HONOUR and not free(board, space):
        raise Illegal(say("the piece on {space} has an arrow in every direction", space=name), rule)


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
    for whose in (seat, seat.other):
        for one, other in combinations(values.pieces(board, whose), 2):
            differ = certain(board[one]).kind is not certain(board[other]).kind
            if differ and leaves(terms, board, seat, values.Use(values.Item.SWAP, (one, other))):
                yield one, other


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
