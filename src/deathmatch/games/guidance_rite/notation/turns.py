"""Turns: an item, a movement, a power, in any order and many spellings (R21)."""

from __future__ import annotations

from typing import Final

from deathmatch.core.errors import Malformed
from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.notation.tokens import Token, Tokens
from deathmatch.games.guidance_rite.values.grid import Board, Grid
from deathmatch.games.guidance_rite.values.moves import R21, R22, R38, Aim, Item, Movement, Power, Turn, Use
from deathmatch.games.guidance_rite.values.pieces import CHARACTERS, Kind

_POWERS: Final = {word: kind for kind in CHARACTERS for word in (kind.word, kind.word[0])}
_ITEMS: Final = {"honour": Item.HONOUR, "honor": Item.HONOUR, "poh": Item.HONOUR, "rotate": Item.ROTATE, "swap": Item.SWAP}
_ANGLES: Final = {str(45 * eighths): eighths for eighths in range(1, 8)}
_JOIN: Final = ("space", "sign")


def read_turn(text: str, size: Grid, board: Board, seat: Seat, *, items: bool) -> Turn:
    """R21; raises Malformed (R21, R22, R38, R1). `items` says whether the variant has them; the board tells whose a piece is."""
    return _Reader(text, size, board, seat, items).turn()


class _Reader:
    def __init__(self, text: str, size: Grid, board: Board, seat: Seat, items: bool) -> None:
        expected = mark("expected a movement such as B2-C3, perhaps with take, one power or one item; or pass, not {given}")
        self._tokens = Tokens(text, expected, R21, size)
        self._names, self._board, self._seat, self._items = size.names, board, seat, items
        self._spaces: tuple[int, int] | None = None
        self._power: Power | None = None
        self._item: Use | None = None
        self._guardian: tuple[int, Token] | None = None  # the space that a guardian's power names
        self._swaps = self._takes = self._passes = False

    def turn(self) -> Turn:
        tokens = self._tokens
        if not tokens:
            tokens.fail(tokens.peek())
        while tokens:
            self._part(tokens.peek())
        spent = self._power is not None or self._swaps
        if self._passes:
            if spent:
                raise Malformed(say("a power goes with a movement, not with a pass"), R22)
            if self._spaces is not None or self._takes:
                raise Malformed(say("a pass has no movement"), R21)
            return Turn(None, item=self._item)
        if self._spaces is None:
            raise Malformed(say("expected a movement such as B2-C3 too, or pass"), R21, tokens.peek().at)
        origin, end = self._spaces
        if self._guardian is not None and self._guardian[0] != end:
            name = self._names[self._guardian[0]]
            reason = say("a guardian's power is for the guardian on which the movement ends, not for {space}", space=name)
            raise Malformed(reason, R38, self._guardian[1].at)
        power = Power(Kind.GUARDIAN, end) if self._swaps else self._power
        return Turn(Movement(origin, end, self._takes), power, self._item)

    def _part(self, token: Token) -> None:
        """One part of a turn."""
        tokens = self._tokens
        if token.kind == "space" and self._spaces is None:
            self._spaces = (tokens.space(), self._end())
        elif token.text == "pass" and not self._passes:
            self._passes = bool(tokens.next())
        elif token.text == "take" and not self._takes:
            self._takes = bool(tokens.next())
        elif token.text == Item.SWAP and not (self._items and self._is_item()):
            self._only_power(token)
            tokens.next()
            self._swaps = True
        elif token.text in _ITEMS and self._items:
            self._use(tokens.next())
        elif token.text in _POWERS:
            self._only_power(token)
            tokens.next()
            self._spend(_POWERS[token.text])
        else:
            tokens.fail(token)

    def _end(self) -> int:
        """Where a movement ends; its spaces and a sign between them may touch, but not the word `to`."""
        tokens, joined = self._tokens, True
        if (token := tokens.peek()).kind == "sign":
            joined = token.text != "to"
            tokens.next(joined=joined)
        return tokens.space(joined=joined)

    def _only_power(self, token: Token) -> None:
        if self._power is not None or self._swaps:
            self._tokens.fail(token, mark("expected one power at most, not {given}"))

    # --- Powers

    def _spend(self, kind: Kind) -> None:
        tokens = self._tokens
        if kind is Kind.GUARDIAN:
            self._swaps = True
            if self._names_guardian():
                token = tokens.peek()
                self._guardian = (tokens.space(), token)
            return
        early = [tokens.direction()] if kind in (Kind.LIZARD, Kind.MONSTER) and self._direction_next() else []
        source = tokens.space()
        aims: tuple[Aim, ...] = ()
        if kind is Kind.LIZARD:
            aims = ((source, early[0] if early else tokens.direction()),)
        elif kind is Kind.MONSTER:
            early += [tokens.direction()] if not early and self._direction_next() else []
            target = tokens.space()
            aims = ((target, early[0] if early else tokens.direction()),)
        elif kind is Kind.CROW:
            aims = self._crow()
        self._power = Power(kind, source, aims)

    def _direction_next(self) -> bool:
        return self._tokens.peek().direction is not None

    def _names_guardian(self) -> bool:
        """Whether the space after `guardian` is the guardian's, and not the beginning of a movement."""
        first, second, third = self._tokens.kinds(3)
        if first != "space" or second == "sign":
            return False
        return self._spaces is not None or second != "space" or third in _JOIN

    def _crow(self) -> tuple[Aim, ...]:
        """The grey arrows that a crow's power is to turn, in rising order; each direction stands with its piece, after it or before it."""
        tokens = self._tokens
        aims: list[Aim] = []
        if self._direction_next():
            while self._direction_next():
                ways = self._directions()
                target = tokens.space()
                aims += [(target, way) for way in ways]
        else:
            while tokens.peek().kind == "space" and tokens.peek(1).direction is not None:
                target = tokens.space()
                aims += [(target, way) for way in self._directions()]
        return tuple(sorted(aims))

    def _directions(self) -> list[int]:
        directions = []
        while self._direction_next():
            directions.append(self._tokens.direction())
        return directions

    # --- Items

    def _is_item(self) -> bool:
        """Whether `swap` is the item: it names two pieces then, and a movement or a pass stands elsewhere."""
        if self._tokens.kinds(3)[1:] != ["space", "space"]:
            return False
        later = self._tokens.rest()[3:]
        return self._spaces is not None or self._passes or any(token.kind == "space" or token.text == "pass" for token in later)

    def _use(self, token: Token) -> None:
        tokens, item = self._tokens, _ITEMS[token.text]
        if self._item is not None:
            tokens.fail(token, mark("expected one item at most, not {given}"))
        if item is Item.HONOUR:
            named = [self._honoured(), self._honoured()]
            own = [self._owner(space) is self._seat for space, _ in named]
            if own == [False, True]:
                named.reverse()
            self._item = Use(item, tuple([space for space, _ in named]), tuple([way for _, way in named]))
        elif item is Item.ROTATE:
            early = self._angle() if tokens.peek().kind == "number" else None
            space = tokens.space()
            self._item = Use(item, (space,), (self._angle() if early is None else early,))
        else:
            self._item = Use(item, tuple(sorted((tokens.space(), tokens.space()))))

    def _owner(self, space: int) -> Seat | None:
        piece = self._board[space]
        return None if piece is None else piece.owner

    def _honoured(self) -> tuple[int, int]:
        tokens = self._tokens
        early = tokens.direction() if self._direction_next() else None
        space = tokens.space()
        return space, tokens.direction() if early is None else early

    def _angle(self) -> int:
        token = self._tokens.next()
        if token.text not in _ANGLES:
            self._tokens.fail(token, mark("expected an angle: 45, 90, 135, 180, 225, 270 or 315, not {given}"))
        return _ANGLES[token.text]
