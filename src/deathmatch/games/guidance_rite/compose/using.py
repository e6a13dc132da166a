"""The beginning of a turn put together: the item before the movement (R40 to R43)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from deathmatch.core.errors import Illegal
from deathmatch.core.game import Choice, Step
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import name as player
from deathmatch.games.guidance_rite.compose.owes import described, slot
from deathmatch.games.guidance_rite.compose.spending import arrow
from deathmatch.games.guidance_rite.rules import items
from deathmatch.games.guidance_rite.values.grid import pieces
from deathmatch.games.guidance_rite.values.moves import R22, R41, R42, R43, Item, Use, item_title
from deathmatch.games.guidance_rite.values.pieces import DIRECTIONS

if TYPE_CHECKING:
    from deathmatch.core.errors import Rule
    from deathmatch.games.guidance_rite.compose.owes import Owes
    from deathmatch.games.guidance_rite.values.pieces import Piece

_RULES = {Item.HONOUR: R41, Item.ROTATE: R42, Item.SWAP: R43}
_DIGITS = {45 * eighths: str(eighths) for eighths in range(1, 8)}


class Using:
    """The steps of an item.

    Attributes:
        use: what the tokens say, once they say all of it.
        read: how many tokens that took.
    """

    def __init__(self, owes: Owes, prefix: tuple[str, ...]) -> None:
        self._owes, self._prefix = owes, prefix
        self._terms, self._board, self._seat, self._names = owes.view.terms, owes.board, owes.seat, owes.size.names
        self._item = Item(prefix[0])
        self.use: Use | None = None
        self.read = 0
        self._named: list[int] = []  # pieces named so far, while another one is asked for
        self._among: list[int] | None = None  # those that may be

    def able(self) -> bool:
        """Whether the item may be used at all."""
        match self._item:
            case Item.HONOUR:
                return bool(items.honours(self._terms, self._board, self._seat))
            case Item.ROTATE:
                return bool(items.rotations(self._terms, self._board, self._seat))
            case _:
                return next(items.swaps(self._terms, self._board, self._seat), None) is not None

    def step(self) -> Step | None:
        """The step after the tokens that are about the item; None if more follow, or they say all of it."""
        if not self.able():
            self._owes.wrong(self._prefix, 0, R41)
        self.read = 1
        match self._item:
            case Item.HONOUR:
                return self._honour()
            case Item.ROTATE:
                return self._rotate()
            case _:
                return self._swap()

    def why_not(self, space: int) -> Illegal | None:
        """What the rules have against a piece that is asked for now (R41 to R43, R22)."""
        if self._among is None or space in self._among:
            return None
        piece, name = self._board[space], self._names[space]
        rule, title = _RULES[self._item], item_title(self._item)
        if piece is None:
            return Illegal(say("nothing stands on {space}", space=name), rule)
        if self._item is Item.SWAP:
            return self._why_no_pair(piece, name)
        second = bool(self._named)
        if piece.owner is not (self._seat.other if second else self._seat):
            text = mark("{item} names a piece of yours; the one on {space} is not")
            if second:
                text = mark("{item} names a piece of the other side now; the one on {space} is not")
            return Illegal(say(text, item=title, space=name), rule)
        if self._item is Item.HONOUR and not items.free(self._board, space):
            return Illegal(say("the piece on {space} has an arrow in every direction", space=name), rule)
        return Illegal(say("if the item names the piece on {space}, none of your pieces can move", space=name), R22)

    def _why_no_pair(self, piece: Piece, name: str) -> Illegal:
        """R43."""
        if not self._named:
            text = mark("no piece of its side has another character to exchange with the one on {space}")
            return Illegal(say(text, space=name), R43)
        one = self._owes.piece(self._named[0])
        if one.owner is not piece.owner:
            return Illegal(say("Swap names two pieces of one seat"), R43)
        if one.kind is piece.kind:
            return Illegal(say("both are {piece}: Swap needs two that differ", piece=piece.kind.short), R43)
        return Illegal(say("if the item names the piece on {space}, none of your pieces can move", space=name), R22)

    def _honour(self) -> Step | None:
        """R41."""
        own = items.honours(self._terms, self._board, self._seat)
        theirs = [space for space in pieces(self._board, self._seat.other) if items.free(self._board, space)]
        spaces: list[int] = []
        ways: list[int] = []
        for number, among in enumerate((own, theirs)):
            if self._over():
                text = mark("Point of Honour: which of your own pieces gains an arrow?")
                if number:
                    text = mark("Point of Honour: which of {player}'s pieces gains an arrow?")
                return self._spaces(say(text, player=player(self._seat.other)), among, spaces)
            spaces.append(self._space(among, R41))
            free = items.free(self._board, spaces[-1])
            if self._over():
                text = mark("Point of Honour: which arrow does the piece on {space} gain?")
                prompt = say(text, space=self._names[spaces[-1]])
                return self._step(prompt, [arrow(way) for way in free], spaces)
            ways.append(self._way(free, R41))
        self.use = Use(Item.HONOUR, tuple(spaces), tuple(ways))
        return None

    def _rotate(self) -> Step | None:
        """R42."""
        among = items.rotations(self._terms, self._board, self._seat)
        if self._over():
            return self._spaces(say("Rotate: which of your pieces turns?"), among, [])
        space = self._space(among, R42)
        if self._over():
            choices = [
                Choice(str(angle), say("{angle} degrees clockwise", angle=angle), None, "", digit) for angle, digit in _DIGITS.items()
            ]
            prompt = say("Rotate: how far does the piece on {space} turn?", space=self._names[space])
            return self._step(prompt, choices, [space])
        token = self._prefix[self.read]
        eighths = next((number for number in range(1, 8) if token == str(45 * number)), None)
        if eighths is None:
            self._wrong(R42)
        self.read += 1
        self.use = Use(Item.ROTATE, (space,), (eighths,))
        return None

    def _swap(self) -> Step | None:
        """R43."""
        pairs = list(items.swaps(self._terms, self._board, self._seat))
        if self._over():
            among = sorted({space for pair in pairs for space in pair})
            return self._spaces(say("Swap: which piece gives its character?"), among, [])
        one = self._space(sorted({space for pair in pairs for space in pair}), R43)
        others = sorted({space for pair in pairs if one in pair for space in pair} - {one})
        if self._over():
            prompt = say("Swap: which piece exchanges characters with the one on {space}?", space=self._names[one])
            return self._spaces(prompt, others, [one])
        other = self._space(others, R43)
        self.use = Use(Item.SWAP, (min(one, other), max(one, other)))
        return None

    # --- What the steps have in common

    def _over(self) -> bool:
        return self.read == len(self._prefix)

    def _spaces(self, prompt: str, among: list[int], touched: list[int]) -> Step:
        self._among, self._named = among, touched
        choices = []
        for space in among:
            name = self._names[space]
            choices.append(Choice(name, name, slot(name), described(self._owes.piece(space))))
        return self._step(prompt, choices, touched)

    def _step(self, prompt: str, choices: list[Choice], touched: list[int]) -> Step:
        view = self._owes.view.with_board(self._board, tuple(touched)) if touched else None
        return Step(prompt, tuple(choices), view=view)

    def _space(self, among: list[int], rule: Rule) -> int:
        space = self._owes.space(self._prefix, self.read, rule)
        if space not in among:
            self._wrong(rule)
        self.read += 1
        return space

    def _way(self, free: tuple[int, ...], rule: Rule) -> int:
        direction = next((way for way in free if DIRECTIONS[way] == self._prefix[self.read]), None)
        if direction is None:
            self._wrong(rule)
        self.read += 1
        return direction

    def _wrong(self, rule: Rule) -> NoReturn:
        self._owes.wrong(self._prefix, self.read, rule)
