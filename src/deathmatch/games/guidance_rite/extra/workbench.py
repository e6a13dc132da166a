"""The capability `generator`: boards from a source (rule book, The generator), and boards changed by hand, one small step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Malformed
from deathmatch.core.game import Choice, Step
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.core.speech import mark, misplaced, say
from deathmatch.games.guidance_rite import GuidanceRite, rules, view
from deathmatch.games.guidance_rite.picture import picture
from deathmatch.games.guidance_rite.rules import BoardDeal
from deathmatch.games.guidance_rite.values import DIRECTIONS, R8, Board, Kind, Piece, capital, put, slot, where

_FRESH: Final = 0b01010101  # arrows of a piece that is put on an empty space: N, E, S, W
_NOBODY: Final = "nobody"
_MOVE: Final = "move"
_OWNERS: Final[dict[str, Seat | None]] = {**{seat.value.lower(): seat for seat in SEATS}, _NOBODY: None}
_NAMES: Final = {"a": mark("A's"), "b": mark("B's"), _NOBODY: mark("Nobody's")}


def generator(game: GuidanceRite) -> Workbench:
    """The workbench of a variant with its options."""
    return Workbench(game.terms)


class Workbench(BoardDeal):
    """Makes boards and changes them (core/generating.py)."""

    words = "a board"

    def make(self, source: RandomSource, /) -> Board:
        """By the book's generator, whatever the option `board` says: a free board begins from a full one."""
        return self.sample(source)

    def plain(self, deal: Board, /) -> str:
        """Rows with their numbers, the top one first, and the letters of the columns below."""
        size = self.terms.grid
        texts = ["." if piece is None else str(piece) for piece in deal]
        wide = max(map(len, texts))
        rows = [" ".join([str(size.place(row[0])[1] + 1), *(texts[space].ljust(wide) for space in row)]) for row in size.reading()]
        letters = " ".join([" ", *(chr(ord("A") + column).ljust(wide) for column in range(size.columns))])
        return "".join(f"{line.rstrip()}\n" for line in (*rows, letters))

    def picture(self, deal: Board, prefix: Sequence[str] = (), /) -> Scene:
        """The board as everybody will see it; the spaces that the tokens name are lit."""
        before = view.of(rules.start(self.terms), PUBLIC, self.terms)
        named = tuple([self.terms.grid.index[token] for token in prefix if token in self.terms.grid.index])
        return picture(before.with_board(deal, named))

    # --- Changes

    def compose(self, deal: Board, prefix: tuple[str, ...], /) -> Step:
        """A space, then the change there: another character, an arrow, a mark, an owner, another place."""
        names, index = self.terms.grid.names, self.terms.grid.index
        if not prefix:
            choices = [Choice(name, name, slot(name), "" if piece is None else piece.text) for name, piece in zip(names, deal, strict=True)]
            return Step(say("Tap a space to change it, or drag a piece to swap it with another"), tuple(choices), whole=self.write(deal))
        space, tokens = index.get(prefix[0]), prefix[1:]
        if space is None:
            raise _wrong(prefix, 0)
        changes = self._changes(deal, space)
        others = {name: other for name, other in index.items() if other != space} if deal[space] is not None else {}
        spaces = [Choice(name, name, slot(name)) for name in others]
        if not tokens:
            return Step(self._prompt(deal, space), (*(choice for choice, _ in changes), *spaces))
        if tokens == (_MOVE,) and others:
            text = mark("Where does the piece on {space} go? It changes places with a piece that stands there.")
            return Step(say(text, space=names[space]), tuple(spaces))
        if tokens[-1] in others and tokens[:-1] in ((), (_MOVE,)):
            other = others[tokens[-1]]
            changed = put(deal, {space: deal[other], other: deal[space]})
            prompt = say("{one} and {other} have exchanged their pieces", one=names[space], other=names[other])
            return Step(prompt, whole=self.write(changed))
        for choice, after in changes:
            if tokens == (choice.token,):
                changed = put(deal, {space: after})
                return Step(self._prompt(changed, space), whole=self.write(changed))
        raise _wrong(prefix, len(prefix) - 1)

    def _prompt(self, deal: Board, space: int) -> str:
        piece, name = deal[space], self.terms.grid.names[space]
        if piece is None:
            return say("{space} is empty. Which piece is put there?", space=name)
        return say("{notation} on {space}, a {piece}", notation=piece.text, space=name, piece=piece.kind.told)

    def _changes(self, deal: Board, space: int) -> list[tuple[Choice, Piece | None]]:
        """The possible changes of a piece on a space, and their results."""
        piece = deal[space]
        changes: list[tuple[Choice, Piece | None]] = []
        for kind in Kind:
            if piece is None or kind is not piece.kind:
                choice = Choice(kind.word, capital(kind.short), None, "", kind.value.lower())
                changes.append((choice, self._of_kind(piece, kind)))
        if piece is None:
            return changes
        for way, name in enumerate(DIRECTIONS):
            after = self._arrow(piece, way)
            text = mark("Black {direction}") if after.black >> way & 1 else mark("No {direction}")
            if after.grey >> way & 1:
                text = mark("Grey {direction}")
            choice = Choice(name, say(text, direction=say(name)), None, say("the arrow {direction}", direction=where(way)), str(way + 1))
            changes.append((choice, after))
        if self.terms.final:
            choice = Choice("mark", say("No mark") if piece.marked else say("Mark"), None, "", "k")
            changes.append((choice, replace(piece, marked=not piece.marked)))
        if not self.terms.full:
            for token, owner in _OWNERS.items():
                if owner is not piece.owner:
                    changes.append((Choice(token, say(_NAMES[token]), None, "", token[0]), piece.owned(owner)))
            changes.append((Choice("empty", say("Remove"), None, "", "e"), None))
        changes.append((Choice(_MOVE, say("Move"), None, say("to another space, by a tap"), "v"), piece))
        return changes

    def _of_kind(self, piece: Piece | None, kind: Kind) -> Piece:
        """The piece as another one; a new one if there is none."""
        if piece is None:
            return Piece(kind, _FRESH)
        return replace(piece, kind=kind, grey=piece.grey if self._may_be_grey(kind) else 0)

    def _may_be_grey(self, kind: Kind) -> bool:
        """Whether a piece of this kind may have grey arrows here (R8)."""
        return self.terms.final or (kind is Kind.CROW and not self.terms.full)

    def _arrow(self, piece: Piece, way: int) -> Piece:
        """The piece with the next state of an arrow: none, black, grey if it may be, none."""
        bit = 1 << way
        if piece.black & bit:
            return piece.with_arrows(piece.black & ~bit, piece.grey | bit * self._may_be_grey(piece.kind))
        return piece.with_arrows(piece.black | bit & ~piece.grey, piece.grey & ~bit)


def _wrong(prefix: tuple[str, ...], place: int) -> Malformed:
    return Malformed(misplaced(prefix, place), R8)
