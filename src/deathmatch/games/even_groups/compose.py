"""The three decisions of a seat, made from its view; a move is composed one token at a time.

A stone takes one tap: its cell is the token, and the stone is white. If it can be orange as well, the token `orange` makes it so; that
choice has the slot of the same cell, so a second tap changes the colour. After the first stone only cells are offered where a second
one makes a legal move; if it would be legal in orange alone, it is orange at once. So a move takes two to four taps, and `whole` is
there with the second stone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, refusal
from deathmatch.core.game import Choice, Clock, Step
from deathmatch.core.hexes import Hexagon, bits
from deathmatch.core.seats import asked_seat, certain
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import cached_by_language, capital, mark, say
from deathmatch.games.even_groups import narration, notation, rules, values
from deathmatch.games.even_groups.values import COLOURS, R2, R4, R5, R6, R7, Colour, Kind, Move, Stone, Stones, counted, placed, text
from deathmatch.games.even_groups.view import View


def slot(name: str) -> str:
    """The place of a cell in the picture."""
    return f"cell-{name.lower()}"


@checking
@dataclass(frozen=True, slots=True)
class _Owed(DecisionBase[Move]):
    """The decisions of the seat whose view it is."""

    view: View

    def write(self, move: Move, /) -> str:
        """The canonical text."""
        return text(move, self._cells)

    def told(self, move: Move, /) -> str:
        """A move in words for the seat itself."""
        return narration.told(self.view, move)

    @property
    def _cells(self) -> Hexagon:
        return self.view.board.hexagon


@checking
class ColourChoice(_Owed):
    """Which colour the DMO plays (R2)."""

    prompt = mark("choose your colour")
    clock = Clock(("time_colour",))  # the bank does not serve (R9)
    form = R2

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R2)."""
        return notation.read_colour(text)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R2) if it is no colour; both are legal."""
        if not isinstance(move, Colour):
            raise Illegal(say("a colour is owed now"), R2)

    def moves(self) -> Iterable[Colour]:
        """Both colours."""
        return COLOURS

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the whole choice."""
        if not prefix:
            return Step(say("Which colour do you play?"), tuple([self._choice(colour) for colour in COLOURS]))
        word, *more = prefix
        colour = next((colour for colour in COLOURS if colour.word == word), None)
        if more or colour is None:
            self.wrong(prefix, len(more))
        return Step(say("You play {colour}", colour=colour.title), whole=word)

    def _choice(self, colour: Colour) -> Choice:
        moves = (len(self.view.board.hexagon) - 1) // Kind.MOVE.value  # after the opening, on a full board
        opens = say("your opponent opens") if colour else say("you open")
        ends = say("on a full board you move last") if moves % 2 == colour else say("on a full board your opponent moves last")
        return Choice(colour.word, colour.title, f"count-{colour.word}", say("{opens}; {ends}", opens=opens, ends=ends), colour.word[0])


@checking
class OpenDecision(_Owed):
    """The first stone, an orange one of White's (R4)."""

    prompt = mark("the first stone")
    clock = Clock(("time_open",), bank=True)
    form = R4

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R7, R4, R1)."""
        return notation.read_opening(text, self._cells)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R4)."""
        if isinstance(move, Colour):
            raise Illegal(say("the opening is owed now, one orange stone"), R4)
        rules.check_opening(move)

    def moves(self) -> Iterable[Stones]:
        """An orange stone on every cell."""
        return [(Stone(cell, Colour.ORANGE),) for cell in range(len(self._cells))]

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token, the cell, is the whole opening."""
        if not prefix:
            choices = [Choice(name, _on(Colour.ORANGE, name), slot(name)) for name in self._cells.names]
            return Step(say("Open the match: put one orange stone on any cell"), tuple(choices))
        name, *more = prefix
        if more or name not in self._cells.index:
            self.wrong(prefix, len(more))
        stones = (Stone(self._cells.index[name], Colour.ORANGE),)
        return Step(capital(placed(stones, self._cells)), whole=text(stones, self._cells), view=self.view.trying(stones))


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A stone put together so far.

    Attributes:
        cell: where.
        colours: in which it can be legal; the first is the one that it has.
    """

    cell: int
    colours: tuple[Colour, ...]

    @property
    def stone(self) -> Stone:
        return Stone(self.cell, self.colours[0])


@checking
class PlaceDecision(_Owed):
    """Two stones that leave an odd total (R5, R6)."""

    prompt = mark("two stones")
    clock = Clock(("time_place",), bank=True)
    form = R7

    @property
    def _reach(self) -> rules.Reach:
        return rules.reach(self.view.board)

    def read(self, text: str, /) -> Move:
        """Raises Malformed (R7, R5, R1)."""
        return notation.read_move(text, self.view.board.hexagon)

    def check(self, move: Move, /) -> None:
        """Raises Illegal (R5, R6)."""
        if isinstance(move, Colour):
            raise Illegal(say("a move is exactly two stones"), R5)
        rules.check_move(self.view.board, move)

    def count(self) -> int:
        """The number of legal moves."""
        return self._reach.count()

    def moves(self) -> Iterable[Stones]:
        """Every legal move once."""
        return self._reach.moves()

    def sample(self, source: RandomSource, /) -> Stones:
        """Each legal move with the same chance."""
        return rules.sample(self.view.board, source)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """Cells, each perhaps followed by `orange`. They are offered from the masks of legal partners, so no pairs are listed."""
        chosen = self._stones(prefix)
        if not chosen:
            return self._first()
        return self._second(chosen[0]) if len(chosen) == 1 else self._whole(*chosen)

    def why_not(self, prefix: tuple[str, ...], place: str, /) -> Illegal | None:
        """R5 or R6: what speaks against the second stone on this cell, or against any on a cell that is taken."""
        lit = {choice.slot for choice in self.compose(prefix).choices}
        cell = self.view.board.hexagon.index.get(place.removeprefix("cell-").upper())
        if cell is None or place in lit:
            return None
        if not self.view.board.empty >> cell & 1:
            return Illegal(say("{cell} is taken", cell=self.view.board.hexagon.names[cell]), R5)
        chosen = self._stones(prefix)
        if not chosen:
            name = self.view.board.hexagon.names[cell]
            return Illegal(say("no second stone goes with one on {cell}: the total of groups would be even", cell=name), R6)
        both = (chosen[0].stone, Stone(cell, Colour.WHITE))
        return refusal(rules.check_move, self.view.board, both) if len(chosen) == 1 else None

    def _stones(self, prefix: tuple[str, ...]) -> list[_Chosen]:
        """The stones of these tokens; raises Malformed for a token that was not offered."""
        chosen: list[_Chosen] = []
        for place, token in enumerate(prefix):
            now = chosen[-1] if chosen else None
            if now is not None and token == Colour.ORANGE.word and now.colours == COLOURS:
                chosen[-1] = _Chosen(now.cell, COLOURS[1:])
                continue
            cell = self._cells.index.get(token)
            colours = () if cell is None or len(chosen) == Kind.MOVE.value else self._colours(chosen, cell)
            if cell is None or not colours:
                self.wrong(prefix, place)
            chosen.append(_Chosen(cell, colours))
        return chosen

    def _colours(self, chosen: list[_Chosen], cell: int) -> tuple[Colour, ...]:
        """The colours that a stone on a cell can have next."""
        if not chosen:
            return self._reach.colours(cell) if self._reach.empty >> cell & 1 else ()
        return _in(self._reach.partners(chosen[0].stone), cell)

    def _first(self) -> Step:
        free = [(self._cells.names[cell], self._reach.colours(cell)) for cell in bits(self._reach.empty)]
        choices = [Choice(name, _on(colours[0], name), slot(name)) for name, colours in free if colours]
        own = certain(self.view.colour(self.view.own))
        told = mark("You are {colour}, {parity} now: even wins at the end. Choose the first cell.")
        return Step(say(told, colour=own.title, parity=values.parity(len(self.view.board.groups(own)))), tuple(choices))

    def _second(self, first: _Chosen) -> Step:
        partners = self._reach.partners(first.stone)
        choices = [self._cell(first.stone, cell, _in(partners, cell)) for cell in bits(partners[0] | partners[1])]
        stone = capital(placed((first.stone,), self._cells))
        prompt = mark("{stone}; choose it again to take it back, or the cell of the second one")
        if first.colours == COLOURS:
            prompt = mark("{stone}; choose it again for orange, or the cell of the second one")
        return Step(
            say(prompt, stone=stone), (*self._otherwise(first, say("instead of white")), *choices), view=self.view.trying((first.stone,))
        )

    def _whole(self, first: _Chosen, second: _Chosen) -> Step:
        stones = rules.in_order(first.stone, second.stone)
        forced = second.colours == COLOURS[1:]
        counts = counted(rules.counts_after(self.view.board, stones), noun=not forced)
        told = mark("{stones}: {counts}. Only orange keeps the total odd.") if forced else mark("{stones}: {counts}")
        prompt = say(told, stones=capital(placed(stones, self._cells)), counts=counts)
        note = counted(rules.counts_after(self.view.board, (first.stone, Stone(second.cell, Colour.ORANGE))))
        return Step(prompt, self._otherwise(second, note), whole=text(stones, self._cells), view=self.view.trying(stones))

    def _otherwise(self, chosen: _Chosen, note: str) -> tuple[Choice, ...]:
        """The choice that makes a white stone orange, if it can be either."""
        if chosen.colours != COLOURS:
            return ()
        name = self._cells.names[chosen.cell]
        return (Choice(Colour.ORANGE.word, _on(Colour.ORANGE, name), slot(name), note, Colour.ORANGE.word[0]),)

    def _cell(self, first: Stone, cell: int, colours: tuple[Colour, ...]) -> Choice:
        """A cell for the second stone, with what each colour there would do to the counts."""
        name = self._cells.names[cell]
        notes = [_there(colour, rules.counts_after(self.view.board, (first, Stone(cell, colour)))) for colour in colours]
        return Choice(name, _on(colours[0], name), slot(name), "; ".join(notes))


def decision(view: View) -> ColourChoice | OpenDecision | PlaceDecision:
    """The decision that the seat of this view owes."""
    asked_seat(view.eye, () if view.owing is None else (view.owing,))
    if view.white is None:
        return ColourChoice(view)
    return PlaceDecision(view) if view.moves else OpenDecision(view)


@cached_by_language(maxsize=1024)
def _on(colour: Colour, name: str) -> str:
    """The stone of a choice, and its cell."""
    return say("Orange on {cell}", cell=name) if colour else say("White on {cell}", cell=name)


@cached_by_language(maxsize=1024)
def _there(colour: Colour, counts: tuple[int, int]) -> str:
    """The counts that a stone of a colour would lead to."""
    return say("{colour} there: {counts}", colour=colour.told, counts=counted(counts))


def _in(partners: tuple[int, int], cell: int) -> tuple[Colour, ...]:
    """The colours in whose mask a cell is."""
    return tuple([colour for colour in COLOURS if partners[colour] >> cell & 1])
