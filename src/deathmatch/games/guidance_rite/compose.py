"""The decisions of a seat, made from its view, one for each phase; a move is composed one token at a time."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final, TypeAlias

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Refusal, refusal
from deathmatch.core.game import Choice, Step
from deathmatch.core.seats import SEATS, Seat, asked_seat
from deathmatch.core.speech import count, mark, name, say
from deathmatch.games.guidance_rite import battle, notation, rules, values
from deathmatch.games.guidance_rite.composition import Composition, Owes, described, lost
from deathmatch.games.guidance_rite.view import View

# --- Legal turns at random


_ITEM, _POWER = 3, 3  # of so many turns with an item or a power at hand, one uses it


def sample(view: View, seat: Seat, source: RandomSource) -> values.Move:
    """Some legal turn; every one has a chance."""
    terms, board = view.terms, view.board
    use = None
    usable = battle.usable(board, view.items[seat])
    if usable and not source.below(_ITEM):
        use = _use(terms, board, seat, source.choice(usable), source)
    after = board if use is None else battle.used(board, use)
    possible = list(battle.movements(terms, after, seat, battle.still(board, seat, use)))
    if use is not None and not battle.can_move(terms, board, seat) and (not possible or source.below(2)):
        return values.Turn(None, item=use)
    if not possible:
        return battle.PASS
    way, manner = source.choice(possible)
    moved, power = battle.written(way, manner)
    if power is None and not source.below(_POWER):
        power = _power(terms, *battle.gone(terms, after, seat, way, manner), source)
    return values.Turn(moved, power, use)


def _power(terms: values.Terms, board: values.Board, moved: battle.MovementBefore, source: RandomSource) -> values.Power | None:
    """Some legal power; None if there is none."""
    able = battle.sources(terms, board, moved)
    if not able:
        return None
    space = source.choice(able)
    return source.choice(list(battle.spendings(terms, board, moved, space)))


def _use(terms: values.Terms, board: values.Board, seat: Seat, item: values.Item, source: RandomSource) -> values.Use | None:
    """Some legal use of an item; None if there is none."""
    if item is values.Item.SWAP:
        pairs = list(battle.swaps(terms, board, seat))
        return values.Use(item, source.choice(pairs)) if pairs else None
    if item is values.Item.ROTATE:
        spaces = battle.rotations(terms, board, seat)
        return values.Use(item, (source.choice(spaces),), (1 + source.below(7),)) if spaces else None
    own = battle.honours(terms, board, seat)
    if not own:
        return None
    one = source.choice(own)
    other = source.choice([space for space in values.pieces(board, seat.other) if battle.free(board, space)])
    return values.Use(item, (one, other), (source.choice(battle.free(board, one)), source.choice(battle.free(board, other))))


# --- A turn (R21 to R43). How one is put together is in `composition.py`


@checking
class Turning(Owes):
    """A movement, perhaps with a power and, in `final`, an item before it; or a pass."""

    prompt = mark("move a piece")
    form = values.R21

    @property
    def words(self) -> str:
        """The prompt; a pass if that is all that is left."""
        return say(self.prompt) if battle.can_move(self.view.terms, self.board, self.seat) else say("pass, as none of your pieces can move")

    @property
    def _listed(self) -> bool:
        """Whether the turns are listed: not while an item may be used (rules/REPLAY.md)."""
        return not battle.usable(self.board, self.view.items[self.seat])

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R21, R22, R38, R1)."""
        return notation.read_turn(text, self.size, self.board, self.seat, items=self.view.terms.final)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R21 to R43)."""
        if not isinstance(move, values.Turn):
            raise Illegal(say("a turn is owed now"), values.R21)
        battle.check_turn(self.view.terms, self.board, self.seat, self.view.items[self.seat], move)

    def count(self) -> int | None:
        """The legal turns; None while an item may be used."""
        return battle.count_turns(self.view.terms, self.board, self.seat) if self._listed else None

    def moves(self) -> Iterable[values.Move] | None:
        """Every legal turn; None while an item may be used."""
        return battle.moves(self.view.terms, self.board, self.seat) if self._listed else None

    def sample(self, source: RandomSource, /) -> values.Move:
        """A movement, each with the same chance; now and then with a power, or with an item before it."""
        return sample(self.view, self.seat, source)

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """R22 to R43: what the rules have against a space at this point of the turn."""
        return Composition(self, prefix).why_not(self.at(slot))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """An item and its targets; a piece, its destination and its act there; a power and its targets."""
        return Composition(self, prefix).step()

    def caution(self, move: values.Move, /) -> str:
        """The piece of one's own that a turn would capture."""
        if not isinstance(move, values.Turn):
            return ""
        return lost(self.board if move.item is None else battle.used(self.board, move.item), self.seat, move)


# --- The decisions before the battle: claims (R10), placements (R14), and who moves first (R19)


@checking
class Claiming(Owes):
    """Two pieces to claim (R10)."""

    prompt = mark("claim two pieces")
    form = values.R10

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R10)."""
        return notation.read_claim(text, self.size)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R10)."""
        if not isinstance(move, values.Claim):
            raise Illegal(say("two pieces must be claimed now"), values.R10)
        rules.check_claim(self.view.terms, self.board, self.seat, move)

    def moves(self) -> Iterable[values.Move]:
        """Every pair."""
        return (values.Claim(pair) for pair in combinations(values.unclaimed(self.board), 2))

    def sample(self, source: RandomSource, /) -> values.Move:
        """Each pair with the same chance."""
        one, other = sorted(source.sample(values.unclaimed(self.board), 2))
        return values.Claim((one, other))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """Two tokens: the spaces, in either order."""
        free = values.unclaimed(self.board)
        named: list[int] = []
        for place in range(len(prefix)):
            space = self.space(prefix, place, values.R10)
            if space not in free or space in named or place == 2:
                self.wrong(prefix, place)
            named.append(space)
        names = self.size.names
        trying = self._trying(named) if named else None
        if len(named) == 2:
            one, other = sorted(named)
            prompt = say("You claim {one} and {other}", one=names[one], other=names[other])
            return Step(prompt, whole=self.write(values.Claim((one, other))), view=trying)
        first = mark("Which two? Each piece moves where its arrows point.")
        prompt = say("Claim {space} and which other piece?", space=names[named[0]]) if named else say(first)
        choices = [
            Choice(names[space], names[space], values.slot(names[space]), described(self.piece(space)))
            for space in free
            if space not in named
        ]
        return Step(prompt, tuple(choices), view=trying)

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """R10."""
        self.compose(prefix)
        space = self.at(slot)
        return None if space is None else refusal(rules.check_unclaimed, self.view.terms, self.board, self.seat, space)

    def _trying(self, named: list[int]) -> object:
        """The view with these pieces in the seat's hands."""
        changes: dict[int, values.Piece | None] = {space: self.piece(space).owned(self.seat) for space in named}
        return self.view.with_board(values.put(self.board, changes), tuple(named))


@checking
class Placing(Owes):
    """Where to place a piece, and with which arrows (R14 to R17)."""

    prompt = mark("place a piece")
    form = values.R14

    @property
    def _spaces(self) -> list[int]:
        return rules.spaces(self.view.terms, self.view.bout, self.seat)[0]

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R14, R1)."""
        return notation.read_place(text, self.size)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R14 to R17)."""
        if not isinstance(move, values.Place):
            raise Illegal(say("a piece must be placed now"), values.R14)
        rules.check_place(self.view.terms, self.view.bout, self.seat, move)

    def moves(self) -> Iterable[values.Move]:
        """Every placement."""
        return (values.Place(space, cross) for space in self._spaces for cross in (False, True))

    def sample(self, source: RandomSource, /) -> values.Move:
        """Each placement with the same chance."""
        return values.Place(source.choice(self._spaces), bool(source.below(2)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """Two tokens: the space, then `+` or `x`."""
        names = self.size.names
        if not prefix:
            more = self.view.bout.owed[self.seat]
            choices = [Choice(names[space], names[space], values.slot(names[space])) for space in self._spaces]
            prompt = count("Where does the last piece go?", "{number} pieces are left to place: where does one go?", more)
            return Step(prompt, tuple(choices))
        space = self.space(prefix, 0, values.R14)
        if space not in self._spaces:
            self.wrong(prefix, 0)
        if len(prefix) == 1:
            plus = Choice("+", say("Straight arrows: +"), None, say("north, east, south, west"), "p")
            diagonals = say("north-east, south-east, south-west, north-west")
            cross = Choice("x", say("Diagonal arrows: x"), None, diagonals, "x")
            prompt = say("A plain piece on {space}: with which arrows?", space=names[space])
            return Step(prompt, (plus, cross), view=self._trying(space, 0))
        sign = prefix[-1]
        if len(prefix) > 2 or sign not in ("+", "x"):
            self.wrong(prefix)
        arrows, sentence = rules.PLUS, mark("Place a piece with straight arrows on {space}")
        if sign == "x":
            arrows, sentence = rules.CROSS, mark("Place a piece with diagonal arrows on {space}")
        whole = self.write(values.Place(space, sign == "x"))
        return Step(say(sentence, space=names[space]), whole=whole, view=self._trying(space, arrows))

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """R15 to R17."""
        self.compose(prefix)
        space = self.at(slot)
        if space is None or prefix:
            return None
        return refusal(rules.check_place, self.view.terms, self.view.bout, self.seat, values.Place(space, cross=False))

    def _trying(self, space: int, arrows: int) -> object:
        return self.view.with_board(values.put(self.board, {space: values.Piece(values.Kind.PLAIN, arrows, owner=self.seat)}), (space,))


@checking
class Beginning(Owes):
    """The seat that moves first (R19)."""

    prompt = mark("decide who moves first")
    form = values.R19

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R19)."""
        return notation.read_first(text, self.size, self.seat)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R19) for what names no seat; both are legal."""
        if not isinstance(move, values.First):
            raise Illegal(say("first A or first B is owed now"), values.R19)

    def moves(self) -> Iterable[values.Move]:
        """Either seat."""
        return tuple(values.First(seat) for seat in SEATS)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token, the seat, is the whole choice."""
        if not prefix:
            mine, theirs = self.seat, self.seat.other
            own = Choice(mine.value, say("I move first"), f"head-{mine.lower()}", "", mine.lower())
            other = Choice(theirs.value, say("{player} moves first", player=name(theirs)), f"head-{theirs.lower()}", "", theirs.lower())
            return Step(say("Who moves first?"), (own, other))
        named = Seat(self.only(prefix, SEATS))
        words = say("You move first") if named is self.seat else say("{player} moves first", player=name(named))
        return Step(words, whole=self.write(values.First(named)))


Decision: TypeAlias = Claiming | Placing | Beginning | Turning


def decision(view: View) -> Decision:
    """The decision that the seat of this view owes."""
    seat = asked_seat(view.eye, view.owing)
    return _DECISIONS[view.owed](view, seat)


_DECISIONS: Final[dict[values.Owed, type[Decision]]] = {
    values.Owed.CLAIM: Claiming,
    values.Owed.PLACE: Placing,
    values.Owed.FIRST: Beginning,
    values.Owed.TURN: Turning,
}
