"""A turn put together one token at a time.

First an item may be named, with its targets. Then the piece, then its destination; if it may do several things there, one of them.
Then, optionally, the piece that is spent, and the targets of its power. A space is a token and a tap; directions and angles are
buttons. The turn is whole from the movement on, so a power is optional.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NoReturn

from deathmatch.core.errors import Illegal
from deathmatch.core.game import Choice, Step
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import name
from deathmatch.games.guidance_rite.compose.owes import described, slot
from deathmatch.games.guidance_rite.compose.spending import Spending
from deathmatch.games.guidance_rite.compose.using import Using
from deathmatch.games.guidance_rite.rules import items, movement, turns
from deathmatch.games.guidance_rite.rules.movement import Way
from deathmatch.games.guidance_rite.values.grid import Board
from deathmatch.games.guidance_rite.values.moves import R21, Manner, Movement, Power, Turn, Use, item_title
from deathmatch.games.guidance_rite.values.pieces import Kind
from deathmatch.games.guidance_rite.view import View

if TYPE_CHECKING:
    from deathmatch.games.guidance_rite.compose.owes import Owes

PASS: Final = "pass"  # noqa: S105 - a word of the notation, no secret
_GOES: Final = {
    Kind.RAT: mark("Rat on {space}: it goes one space, then all its arrows turn. Where to?"),
    Kind.CROW: mark("Crow on {space}: it goes one space, or two to an empty one by a black arrow. Where to?"),
    Kind.LIZARD: mark("Lizard on {space}: it goes one space and uses up the arrow. Where to?"),
    Kind.GUARDIAN: mark("Guardian on {space}: it goes one space, over the edge too. Where to?"),
    Kind.MONSTER: mark("Monster on {space}: it goes two spaces, the one between empty, or one and becomes plain. Where to?"),
    Kind.PLAIN: mark("Plain piece on {space}: it goes one space. Where to?"),
}
"""R25 to R30, in a few words."""
_KEYS: Final = {Manner.MOVE: "c", Manner.TAKE: "t", Manner.SWAP: "g"}
_ITEM_NOTES: Final = {
    "honour": mark("a piece of each side gains an arrow"),
    "rotate": mark("a piece of yours turns"),
    "swap": mark("two pieces of one side exchange their characters"),
}


class Composition:
    """The steps of one turn."""

    def __init__(self, owes: Owes) -> None:
        self._owes = owes
        self._terms, self._seat, self._view, self._size = owes.view.terms, owes.seat, owes.view, owes.size
        self._before: Board = owes.board
        self._board: Board = owes.board  # after the item
        self._use: Use | None = None
        self._prefix: tuple[str, ...] = ()
        self._at = 0
        self._judge: Callable[[int], Illegal | None] = lambda _space: None  # what the rules have against a space now

    def why_not(self, prefix: tuple[str, ...], space: int | None) -> Illegal | None:
        """What the rules have against a space, if it is one, after these tokens; raises Malformed as `step` does."""
        self.step(prefix)
        return None if space is None else self._judge(space)

    def step(self, prefix: tuple[str, ...]) -> Step:
        """The step after these tokens; raises Malformed for a token that was not offered."""
        self._prefix, self._at = prefix, 0
        usable = items.usable(self._before, self._view.items[self._seat])
        if prefix and prefix[0] in list(usable):
            using = Using(self._owes, prefix)
            step = using.step()
            if step is not None:
                self._judge = using.why_not
                return step
            self._use, self._at = using.use, using.read
            assert self._use is not None
            self._board = items.used(self._before, self._use)
        return self._movement()

    # --- The movement

    def _movement(self) -> Step:
        if self._at == len(self._prefix):
            return self._first(list(movement.movements(self._terms, self._board, self._seat, self._still())))
        if self._prefix[self._at] == PASS and self._may_pass():
            self._end(self._at + 1)
            return Step(self._with_item(say("Pass: none of your pieces can move")), whole=self._write(Turn(None, item=self._use)))
        origin = self._owes.space(self._prefix, self._at, R21)
        piece = self._board[origin]
        own = piece is not None and piece.owner is self._seat
        fitting = list(movement.movements_of(self._terms, self._board, origin, self._still())) if own else []
        if not fitting:
            self._wrong(self._at)
        self._at += 1
        if self._at == len(self._prefix):
            return self._where(origin, fitting)
        end = self._owes.space(self._prefix, self._at, R21)
        fitting = [(way, manner) for way, manner in fitting if way.end == end]
        if not fitting:
            self._wrong(self._at)
        self._at += 1
        if len(fitting) == 1:
            return self._gone(*fitting[0])
        if self._at == len(self._prefix):
            return self._what(fitting)
        for way, manner in fitting:
            if self._prefix[self._at] == manner.value:
                self._at += 1
                return self._gone(way, manner)
        self._wrong(self._at)

    def _first(self, fitting: list[tuple[Way, Manner]]) -> Step:
        """Which piece moves, or which item is used before."""
        self._judge = lambda space: movement.why_still(self._terms, self._board, self._seat, space, self._still())
        origins = list(dict.fromkeys(way.origin for way, _ in fitting))
        choices = [self._space(space) for space in origins]
        if self._may_pass():
            choices.append(Choice(PASS, say("Pass"), None, say("none of your pieces can move"), "p"))
        if self._use is None:
            choices += [
                Choice(
                    item.value,
                    say("Use {item}", item=item_title(item)),
                    f"item-{self._seat.lower()}-{item}",
                    say(_ITEM_NOTES[item]),
                    item[0],
                )
                for item in items.usable(self._before, self._view.items[self._seat])
                if self._can_use(item.value)
            ]
        prompt = say("Which piece moves?") if origins else say("None of your pieces can move")
        return Step(self._with_item(prompt), tuple(choices), view=self._shown(self._board))

    def _can_use(self, item: str) -> bool:
        """Whether a legal turn begins with this item."""
        return Using(self._owes, (item,)).able()

    def _where(self, origin: int, fitting: list[tuple[Way, Manner]]) -> Step:
        """Where a piece goes."""
        self._judge = lambda space: self._why_not_there(origin, space)
        ends = list(dict.fromkeys(way.end for way, _ in fitting))
        choices = [Choice(self._size.names[end], self._size.names[end], slot(self._size.names[end]), self._note(end)) for end in ends]
        piece = self._board[origin]
        assert piece is not None
        prompt = say(_GOES[piece.kind], space=self._size.names[origin])
        return Step(self._with_item(prompt), tuple(choices), view=self._shown(self._board, origin))

    def _still(self) -> frozenset[int]:
        """R40: the spaces of the pieces that the item names."""
        return items.still(self._before, self._seat, self._use)

    def _why_not_there(self, origin: int, end: int) -> Illegal | None:
        """What the rules have against a movement from one space to another."""
        try:
            movement.judge(self._terms, self._board, self._seat, Movement(origin, end), swap=False, still=self._still())
        except Illegal as why:
            return why
        return None

    def _note(self, end: int) -> str:
        there = self._board[end]
        if there is None:
            return ""
        if there.owner is None or there.owner is self._seat:
            return say("your own {piece} stands there", piece=described(there))
        return say("{player}'s {piece} stands there", player=name(there.owner), piece=described(there))

    def _what(self, fitting: list[tuple[Way, Manner]]) -> Step:
        """The manner of a movement, if there are several."""
        way = fitting[0][0]
        there = self._board[way.end]
        assert there is not None
        choices = []
        own, paying = there.owner is self._seat, any(manner is Manner.TAKE for _, manner in fitting)
        for _, manner in fitting:
            label, note = self._offer(way, manner, paying=paying)
            choices.append(Choice(manner.value, label, None, note, _KEYS[manner]))
        if own:
            text = mark("Your own {piece} stands on {space}. Capture it, or change places?")
            if paying:
                text = mark("Your own {piece} stands on {space}. Take its character?")
        else:
            text = mark("{player}'s {piece} stands on {space}. Capture it, or change places?")
            if paying:
                text = mark("{player}'s {piece} stands on {space}. Take its character?")
        prompt = say(text, player=name(there.owner or self._seat), piece=there.kind.told, space=self._size.names[way.end])
        return Step(self._with_item(prompt), tuple(choices), view=self._shown(self._board, way.origin, way.end))

    def _offer(self, way: Way, manner: Manner, *, paying: bool) -> tuple[str, str]:
        """The options with the piece at the end of a way, and their results; `paying` if its character may be taken."""
        mover, there = self._board[way.origin], self._board[way.end]
        assert mover is not None
        assert there is not None
        if manner is Manner.SWAP:
            return say("Change places"), say("the guardian goes to {space} and becomes plain", space=self._size.names[way.origin])
        after = turns.gone(self._terms, self._board, self._seat, way, manner)[0][way.end]
        assert after is not None
        becomes = say("a {piece} then: its black arrows come as grey ones, and a mark", piece=after.kind.told)
        if manner is Manner.TAKE:
            return say("Take it: be a {piece}", piece=there.kind.told), becomes
        if paying:
            stays = after.kind is mover.kind
            return say("Stay a {piece}", piece=after.kind.told) if stays else say("Be a {piece}", piece=after.kind.told), becomes
        return say("Capture it"), say("it is gone")

    def _gone(self, way: Way, manner: Manner) -> Step:
        """The movement is whole; a power may follow."""
        then, moved = turns.gone(self._terms, self._board, self._seat, way, manner)
        written, power = turns.written(way, manner)
        prompt = self._with_item(self._told(way, manner, then))

        def whole(spent: Power | None) -> str:
            return self._write(Turn(written, spent, self._use))

        spending = Spending(self._owes, self._prefix, self._at, then, moved, whole)
        self._judge = spending.why_not
        return spending.step(prompt, self._view.with_board(then, (way.origin, way.end)), power)

    def _told(self, way: Way, manner: Manner, then: Board) -> str:
        """A movement in a sentence."""
        piece, there, names = self._board[way.origin], self._board[way.end], self._size.names
        assert piece is not None
        own = there is not None and there.owner is self._seat
        if there is None:
            text = mark("{piece} {origin} to {end}")
        elif manner is Manner.SWAP:
            text = mark("{piece} {origin} to {end}, changes places with {player}'s {other}")
            if own:
                text = mark("{piece} {origin} to {end}, changes places with your own {other}")
        else:
            text = mark("{piece} {origin} to {end}, captures {player}'s {other}")
            if own:
                text = mark("{piece} {origin} to {end}, captures your own {other}")
        words = say(
            text,
            piece=piece.kind.titled,
            origin=names[way.origin],
            end=names[way.end],
            player="" if there is None or there.owner is None else name(there.owner),
            other="" if there is None else there.kind.told,
        )
        if there is not None and manner is Manner.TAKE:
            words = say("{move} and takes its character", move=words)
        after = then[way.end]
        assert after is not None
        return words if after.kind is piece.kind else say("{move}; it is a {piece} then", move=words, piece=after.kind.told)

    # --- What the steps have in common

    def _may_pass(self) -> bool:
        return not movement.can_move(self._terms, self._before, self._seat)

    def _space(self, space: int) -> Choice:
        title, piece = self._size.names[space], self._board[space]
        assert piece is not None
        return Choice(title, title, slot(title), described(piece))

    def _shown(self, board: Board, *touched: int) -> View | None:
        """The view meanwhile; None if it is what everybody sees."""
        return None if self._use is None and not touched else self._view.with_board(board, touched)

    def _with_item(self, words: str) -> str:
        return words if self._use is None else say("{item} first. {prompt}", item=item_title(self._use.item), prompt=words)

    def _write(self, turn: Turn) -> str:
        return self._owes.write(turn)

    def _end(self, at: int) -> None:
        if at < len(self._prefix):
            self._wrong(at)

    def _wrong(self, at: int) -> NoReturn:
        self._owes.wrong(self._prefix, at, R21)
