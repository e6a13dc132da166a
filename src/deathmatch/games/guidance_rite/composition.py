"""A turn put together one token at a time.

First an item may be named, with its targets. Then the piece, then its destination; if it may do several things there, one of them.
Then, optionally, the piece that is spent, and the targets of its power. A space is a token and a tap; directions and angles are
buttons. The turn is whole from the movement on, so a power is optional.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NoReturn

from deathmatch.core.arguments import checking
from deathmatch.core.errors import Illegal, Rule, refusal
from deathmatch.core.game import Choice, Clock, Step
from deathmatch.core.seats import Seat, certain
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import cached_by_language, capital, count, mark, name, say
from deathmatch.games.guidance_rite import battle, narration, values
from deathmatch.games.guidance_rite.battle import Way
from deathmatch.games.guidance_rite.view import View

# --- What all decisions have in common


@cached_by_language(maxsize=8192)  # the choices of every step show the same few pieces
def described(piece: values.Piece) -> str:
    """A piece in words: `monster with 3 arrows`; the picture shows which."""
    return count("{piece} with {number} arrow", "{piece} with {number} arrows", piece.arrows.bit_count(), piece=piece.kind.told)


@checking
@dataclass(frozen=True, slots=True)
class Owes(DecisionBase[values.Move]):
    """A seat's decision, made from its view."""

    view: View
    seat: Seat

    @property
    def clock(self) -> Clock:
        """The time of this decision, then the bank; the first claim of a bout has time to look at the board."""
        owed, bout = self.view.owed, self.view.bout
        if owed is values.Owed.CLAIM and bout.round == 1:
            stages = (mark("time to look"), mark("time to claim"))
            return Clock(("time_look", "time_claim"), bank=True, stages=stages, review="review")
        name = "at_once" if owed is values.Owed.TURN and bout.simultaneous else owed.value
        return Clock((f"time_{name}",), bank=True)

    def write(self, move: values.Move, /) -> str:
        """Canonical."""
        return values.text(move, self.size)

    def told(self, move: values.Move, /) -> str:
        """In words for the seat itself."""
        return narration.told(self.size, self.seat, move)

    @property
    def size(self) -> values.Grid:
        """The board's spaces."""
        return self.view.terms.grid

    @property
    def board(self) -> values.Board:
        """The pieces on them."""
        return self.view.board

    def at(self, slot_: str) -> int | None:
        """The space that a place of the picture stands for; None if it stands for none."""
        return self.size.index.get(slot_.removeprefix("space-").upper()) if slot_.startswith("space-") else None

    def space(self, prefix: tuple[str, ...], place: int, rule: Rule) -> int:
        """The space that a token names; raises Malformed."""
        number = self.size.index.get(prefix[place])
        if number is None:
            self.wrong(prefix, place, rule)
        return number

    def piece(self, space: int) -> values.Piece:
        """The piece on a space."""
        return certain(self.board[space])


def lost(board: values.Board, seat: Seat, turn: values.Turn) -> str:
    """A warning that a movement captures a piece of its own seat for nothing, on the board after the item; empty if it does not."""
    if turn.movement is None or turn.movement.take or (turn.power is not None and turn.power.kind is values.Kind.GUARDIAN):
        return ""
    there = board[turn.movement.end]
    return say("This captures your own {piece}.", piece=there.kind.told) if there is not None and there.owner is seat else ""


# --- The end of a turn put together: the power that may follow a movement (R34 to R39)


_SPENT: Final = {
    values.Kind.RAT: mark("spend it: it turns round"),
    values.Kind.CROW: mark("spend it: grey arrows serve again"),
    values.Kind.LIZARD: mark("spend it: it gains an arrow"),
    values.Kind.MONSTER: mark("spend it: it removes an arrow beside it"),
}


_ASKED: Final = {
    values.Kind.CROW: (mark("Which piece has grey arrows that turn black?"),) * 2,
    values.Kind.LIZARD: ("", mark("Which arrow does the lizard on {space} gain?")),
    values.Kind.MONSTER: (
        mark("Which piece loses an arrow to the monster on {space}?"),
        mark("Which arrow of the piece on {space} is removed?"),
    ),
}
"""How the next piece of a power is asked for, and how its arrow."""

_DONE: Final = {
    values.Kind.RAT: mark("{move}. Power: the rat on {space} turns round"),
    values.Kind.CROW: mark("{move}. Power: the crow on {space} has its grey arrows back"),
    values.Kind.LIZARD: mark("{move}. Power: the lizard on {space} gains {direction}"),
    values.Kind.MONSTER: mark("{move}. Power: the monster on {space} removes {direction} from {target}"),
}


_POWER = "power"  # the token that asks for one


_SIGNS: Final = "\u2191\u2197\u2192\u2198\u2193\u2199\u2190\u2196"


def arrow(direction: int, space: str, note: str = "") -> Choice:
    """A direction at a space as a choice: its sign and name, its button on the board, and the key of its digit."""
    name = values.DIRECTIONS[direction]
    label = f"{_SIGNS[direction]} {say(name)}"
    return Choice(name, label, values.aim_slot(space, direction), note or values.where(direction), str(direction + 1))


class _Reading:
    """The tokens of a turn, read one after another.

    Attributes:
        read: how many of them have been read.
    """

    def __init__(self, owes: Owes, prefix: tuple[str, ...], board: values.Board, read: int = 0) -> None:
        self._owes, self._prefix, self._board, self.read = owes, prefix, board, read
        self._terms, self._seat, self._names = owes.view.terms, owes.seat, owes.size.names

    def _over(self) -> bool:
        return self.read == len(self._prefix)

    def _space(self, among: Collection[int], rule: Rule) -> int:
        """The space that the next token names, which is one of these; raises Malformed."""
        space = self._owes.space(self._prefix, self.read, rule)
        if space not in among:
            self._wrong(rule)
        self.read += 1
        return space

    def _word(self, words: Mapping[str, int], rule: Rule) -> int:
        """The number that the next token stands for; raises Malformed."""
        if self._prefix[self.read] not in words:
            self._wrong(rule)
        self.read += 1
        return words[self._prefix[self.read - 1]]

    def _choice(self, space: int) -> Choice:
        there = self._board[space]
        return Choice(self._names[space], self._names[space], values.slot(self._names[space]), "" if there is None else described(there))

    def _piece(self, space: int) -> values.Piece:
        return certain(self._board[space])

    def _wrong(self, rule: Rule) -> NoReturn:
        self._owes.wrong(self._prefix, self.read, rule)


class Spending(_Reading):
    """The steps from a whole movement on."""

    def __init__(self, owes: Owes, prefix: tuple[str, ...], at: int, moved: battle.MovementBefore, view: View, turn: values.Turn) -> None:
        super().__init__(owes, prefix, view.board, at)
        self._moved, self._view, self._turn = moved, view, turn
        self._source: int | None = None

    def why_not(self, space: int) -> Illegal | None:
        """The rule against spending the piece on a space or, once one is named, against its target."""
        if self._source is None:
            return refusal(battle.check_source, self._terms, self._board, self._moved, space)
        return refusal(battle.check_target, self._terms, self._board, self._moved.seat, self._source, space)

    def step(self, prompt: str) -> Step:
        """The step after the rest of the tokens; `prompt` tells the movement."""
        view, whole = self._view, self._owes.write(self._turn)
        able = battle.sources(self._terms, self._board, self._moved)
        choices = [replace(self._choice(space), note=say(_SPENT[self._piece(space).kind])) for space in able]
        if self._over():
            powers = (Choice(_POWER, say("Add a power"), key="p"), *choices) if choices else ()
            return Step(prompt, powers, whole=whole, view=view)
        if self._prefix[self.read] == _POWER and able:
            self.read += 1
            if self._over():
                return Step(say("Which piece spends its power? It becomes plain."), tuple(choices), view=view)
        self._source = self._space(able, values.R34)
        return self._aimed(self._source, self._piece(self._source).kind, prompt)

    def _aimed(self, source: int, kind: values.Kind, move: str) -> Step:
        """The arrows that a power is about, one after the other: a piece, unless it is the one that is spent, then a direction."""
        arrows = battle.aims(self._terms, self._board, self._moved.seat, source)
        rule = battle.IDLE[kind][1]
        aims, named, owing = list[values.Aim](), list[int](), False  # whether a direction has to come next
        on = source if kind is values.Kind.LIZARD else None
        while True:
            possible = [aim for aim in arrows if aim not in aims and self._may_follow(kind, arrows, aims, aim)]
            targets = [] if owing else list(dict.fromkeys(space for space, _ in possible if space != on))
            ways = {values.DIRECTIONS[way]: way for space, way in possible if space == on}
            if self._over():
                break
            if on is not None and self._prefix[self.read] in ways:
                aims.append((on, self._word(ways, rule)))
                owing = False
            else:
                on, owing = self._space(targets, rule), True
                named.append(on)
        note = say("another arrow of this piece") if aims and not owing else ""
        asked = [(at, way) for at, way in possible if at == on]
        choices = (*map(self._choice, targets), *(arrow(way, self._names[at], note) for at, way in asked))
        told = [say("{direction} on {space}", direction=say(values.DIRECTIONS[way]), space=self._names[at]) for at, way in sorted(aims)]
        if not owing and (not arrows or (kind is not values.Kind.CROW and aims) or battle.shaped(self._terms, aims)):
            power = values.Power(kind, source, tuple(sorted(aims)))
            return replace(self._done(power, ", ".join(told), move, asked), choices=choices)
        prompt = say("{arrows} turns black; which other arrow?", arrows=", ".join(told))
        if not aims:
            prompt = say(_ASKED[kind][bool(ways)], space=self._names[source if on is None else on])
        return Step(prompt, choices, view=replace(self._view, trying=(*self._view.trying, source, *named), aiming=(*aims, *asked)))

    def _may_follow(self, kind: values.Kind, arrows: list[values.Aim], aims: list[values.Aim], aim: values.Aim) -> bool:
        """Whether a power may be about an arrow too: a crow's about several, others about one."""
        return battle.leads(self._terms, arrows, (*aims, aim)) if kind is values.Kind.CROW else not aims

    def _done(self, power: values.Power, arrows: str, move: str, asked: list[values.Aim]) -> Step:
        """The turn with a power, after the movement in words."""
        text = _DONE[power.kind]
        if power.kind is values.Kind.CROW and power.aims:
            text = mark("{move}. Power: the crow on {space} turns {arrows} black")
        target, way = power.aims[-1] if power.aims else (power.source, 0)
        given = {"direction": say(values.DIRECTIONS[way]), "target": self._names[target], "arrows": arrows, "move": move}
        after = battle.spent(self._terms, self._board, [power])
        view = replace(self._view.with_board(after, (*self._view.trying, power.source)), aiming=tuple(asked), changed=power.aims)
        whole = self._owes.write(replace(self._turn, power=power))
        return Step(say(text, space=self._names[power.source], **given), whole=whole, view=view)


# --- The beginning of a turn put together: the item before the movement (R40 to R43)


_PIECES: Final = {
    values.Item.HONOUR: (
        mark("Point of Honour: which of your own pieces gains an arrow?"),
        mark("Point of Honour: which of {player}'s pieces gains an arrow?"),
    ),
    values.Item.ROTATE: (mark("Rotate: which of your pieces turns?"),),
    values.Item.SWAP: (
        mark("Swap: which piece gives its character?"),
        mark("Swap: which piece exchanges characters with the one on {space}?"),
    ),
}
"""How each piece of an item is asked for."""

_HOW: Final = {
    values.Item.HONOUR: mark("Point of Honour: which arrow does the piece on {space} gain?"),
    values.Item.ROTATE: mark("Rotate: which way will the top of the piece on {space} point?"),
}
"""The question about each of them."""


class Using(_Reading):
    """The steps of an item.

    Attributes:
        use: what the tokens say, once they say all of it.
    """

    def __init__(self, owes: Owes, prefix: tuple[str, ...]) -> None:
        super().__init__(owes, prefix, owes.board)
        self._item = values.Item(prefix[0])
        self.use: values.Use | None = None
        self._named: list[int] = []  # pieces named so far
        self._among: list[int] | None = None  # those that may be

    def able(self) -> bool:
        """Whether the item may be used at all."""
        spaces = {values.Item.HONOUR: battle.honours, values.Item.ROTATE: battle.rotations, values.Item.SWAP: battle.swaps}[self._item]
        return any(True for _ in spaces(self._terms, self._board, self._seat))

    def step(self) -> Step | None:
        """The step after the tokens that are about the item; None if they say all of it."""
        if not self.able():
            self._wrong(values.R41)
        self.read = 1
        rule, by = battle.ITEM_RULES[self._item], list[int]()
        for prompt in _PIECES[self._item]:
            among = self._may_be_named()
            if self._over():
                self._among = among
                last = self._names[self._named[-1]] if self._named else ""
                prompt = say(prompt, player=name(self._seat.other), space=last)
                return self._step(prompt, [self._choice(space) for space in among])
            self._named.append(self._space(among, rule))
            hows = self._hows(self._named[-1])
            if hows and self._over():
                aiming = tuple([(self._named[-1], way) for way in hows.values()])
                return self._step(say(_HOW[self._item], space=self._names[self._named[-1]]), list(hows), aiming)
            by += [self._word({choice.token: number for choice, number in hows.items()}, rule)] if hows else []
        spaces = sorted(self._named) if self._item is values.Item.SWAP else self._named
        self.use = values.Use(self._item, tuple(spaces), tuple(by))
        return None

    def _may_be_named(self) -> list[int]:
        """R41 to R43: the pieces that may be named next."""
        match self._item:
            case values.Item.ROTATE:
                return battle.rotations(self._terms, self._board, self._seat)
            case values.Item.SWAP:
                pairs = [pair for pair in battle.swaps(self._terms, self._board, self._seat) if {*self._named} <= {*pair}]
                return sorted({space for pair in pairs for space in pair}.difference(self._named))
            case _ if self._named:
                return [space for space in values.pieces(self._board, self._seat.other) if battle.free(self._board, space)]
            case _:
                return battle.honours(self._terms, self._board, self._seat)

    def _hows(self, space: int) -> dict[Choice, int]:
        """R41, R42: the uses of a piece that is named, and the number that says so in a use."""
        if self._item is values.Item.HONOUR:
            return {arrow(way, self._names[space]): way for way in battle.free(self._board, space)}
        if self._item is values.Item.ROTATE:
            named = [(45 * way, values.aim_slot(self._names[space], way), way) for way in range(1, 8)]
            return {Choice(str(by), f"{by}°", at, say("{angle} degrees clockwise", angle=by), str(way)): way for by, at, way in named}
        return {}

    def why_not(self, space: int) -> Illegal | None:
        """The refusal of a piece that is asked for now (R41 to R43, R22)."""
        if self._among is None or space in self._among:
            return None
        why = refusal(battle.check_named, self._terms, self._board, self._seat, self._item, (*self._named, space))
        if why is not None:
            return why
        text, rule = mark("if the item names the piece on {space}, none of your pieces can move"), values.R22
        if self._item is values.Item.SWAP and not self._named:
            text, rule = mark("no piece of its side has another character to exchange with the one on {space}"), values.R43
        return Illegal(say(text, space=self._names[space]), rule)

    def _step(self, prompt: str, choices: list[Choice], aiming: tuple[values.Aim, ...] = ()) -> Step:
        view = self._owes.view.with_board(self._board, tuple(self._named)) if self._named else None
        return Step(prompt, tuple(choices), view=view and replace(view, aiming=aiming))


PASS: Final = "pass"  # noqa: S105 - a word of the notation, no secret
_GOES: Final = {
    values.Kind.RAT: mark("Rat on {space}: one space, then its arrows turn. Where to?"),
    values.Kind.CROW: mark("Crow on {space}: one space, or two to an empty one. Where to?"),
    values.Kind.LIZARD: mark("Lizard on {space}: one space, and the arrow is used up. Where to?"),
    values.Kind.GUARDIAN: mark("Guardian on {space}: one space, over the edge too. Where to?"),
    values.Kind.MONSTER: mark("Monster on {space}: two spaces, or one and it becomes plain. Where to?"),
    values.Kind.PLAIN: mark("Plain piece on {space}: one space. Where to?"),
}
"""R25 to R30, in a few words."""
_KEYS: Final = {values.Manner.MOVE: "c", values.Manner.TAKE: "t", values.Manner.SWAP: "g"}
_ITEM_NOTES: Final = {
    "honour": mark("a piece of each side gains an arrow"),
    "rotate": mark("a piece of yours turns"),
    "swap": mark("two pieces of one side exchange their characters"),
}


class Composition(_Reading):
    """The steps of one turn."""

    def __init__(self, owes: Owes, prefix: tuple[str, ...]) -> None:
        super().__init__(owes, prefix, owes.board)
        self._view = owes.view
        self._before = owes.board  # before the item
        self._use: values.Use | None = None
        self._judge: Callable[[int], Illegal | None] = lambda _space: None  # what the rules have against a space now

    def why_not(self, space: int | None) -> Illegal | None:
        """The refusal of a space, if it is one, after these tokens; raises Malformed as `step` does."""
        self.step()
        return None if space is None else self._judge(space)

    def step(self) -> Step:
        """The step after these tokens; raises Malformed for a token that was not offered."""
        usable = battle.usable(self._before, self._view.items[self._seat])
        if self._prefix and self._prefix[0] in list(usable):
            using = Using(self._owes, self._prefix)
            step = using.step()
            if step is not None:
                self._judge = using.why_not
                return step
            self._use, self.read = using.use, using.read
            self._board = battle.used(self._before, certain(self._use))
        return self._movement()

    # --- The movement

    def _movement(self) -> Step:
        fitting = list(battle.movements(self._terms, self._board, self._seat, self._still()))
        if self._over():
            return self._first(fitting)
        if self._prefix[self.read] == PASS and self._may_pass():
            self.read += 1
            if not self._over():
                self._wrong(values.R21)
            prompt = self._with_item(say("Pass: none of your pieces can move"))
            return Step(prompt, whole=self._owes.write(values.Turn(None, item=self._use)))
        origin = self._space({way.origin for way, _ in fitting}, values.R21)
        fitting = [(way, manner) for way, manner in fitting if way.origin == origin]
        if self._over():
            return self._where(origin, fitting)
        end = self._space({way.end for way, _ in fitting}, values.R21)
        fitting = [(way, manner) for way, manner in fitting if way.end == end]
        if len(fitting) > 1 and self._over():
            return self._what(fitting)
        chosen = self._word({manner.value: place for place, (_, manner) in enumerate(fitting)}, values.R21) if len(fitting) > 1 else 0
        return self._gone(*fitting[chosen])

    def _first(self, fitting: list[tuple[Way, values.Manner]]) -> Step:
        """Which piece moves, or which item is used before."""
        self._judge = lambda space: refusal(battle.check_movable, self._terms, self._board, self._seat, space, self._still())
        origins = list(dict.fromkeys(way.origin for way, _ in fitting))
        choices = [self._choice(space) for space in origins]
        if self._may_pass():
            choices.append(Choice(PASS, say("Pass"), None, say("none of your pieces can move"), "p"))
        if self._use is None:
            usable = battle.usable(self._before, self._view.items[self._seat])
            choices += [self._use_of(item) for item in usable if Using(self._owes, (item.value,)).able()]
        at_once = mark("Which piece moves? Both sides move at once.")
        asked = at_once if self._view.bout.simultaneous else mark("Which piece moves? Capture all of the other side to win.")
        prompt = say(asked) if origins else say("None of your pieces can move")
        return Step(self._with_item(prompt), tuple(choices), view=self._shown(self._board))

    def _use_of(self, item: values.Item) -> Choice:
        label = say("Use {item}", item=values.item_title(item))
        return Choice(item.value, label, f"item-{self._seat.lower()}-{item}", say(_ITEM_NOTES[item]), item[0])

    def _where(self, origin: int, fitting: list[tuple[Way, values.Manner]]) -> Step:
        """Where a piece goes."""
        still, at = self._still(), partial(values.Movement, origin)
        self._judge = lambda end: refusal(battle.judge, self._terms, self._board, self._seat, at(end), swap=False, still=still)
        choices = [self._choice(end) for end in dict.fromkeys(way.end for way, _ in fitting)]
        prompt = say(_GOES[self._piece(origin).kind], space=self._names[origin])
        losing = tuple([way.end for way, how in fitting if lost(self._board, self._seat, values.Turn(*battle.written(way, how)))])
        return Step(self._with_item(prompt), tuple(choices), view=replace(self._view.with_board(self._board, (origin,)), losing=losing))

    def _still(self) -> frozenset[int]:
        """R40: the spaces of the pieces that the item names."""
        return battle.still(self._before, self._seat, self._use)

    def _what(self, fitting: list[tuple[Way, values.Manner]]) -> Step:
        """The manner of a movement, if there are several."""
        way = fitting[0][0]
        there = certain(self._board[way.end])
        choices = []
        own, paying = there.owner is self._seat, any(manner is values.Manner.TAKE for _, manner in fitting)
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
        prompt = say(text, player=name(there.owner or self._seat), piece=there.kind.told, space=self._names[way.end])
        return Step(self._with_item(prompt), tuple(choices), view=self._shown(self._board, way.origin, way.end))

    def _offer(self, way: Way, manner: values.Manner, *, paying: bool) -> tuple[str, str]:
        """The options with the piece at the end of a way, and their results; `paying` if its character may be taken."""
        mover, there = certain(self._board[way.origin]), certain(self._board[way.end])
        if manner is values.Manner.SWAP:
            return say("Change places"), say("the guardian goes to {space} and becomes plain", space=self._names[way.origin])
        after = certain(battle.gone(self._terms, self._board, self._seat, way, manner)[0][way.end])
        becomes = say("a {piece} then: its black arrows come as grey ones, and a mark", piece=after.kind.told)
        if manner is values.Manner.TAKE:
            return say("Take it: be a {piece}", piece=there.kind.told), becomes
        if paying:
            stays = after.kind is mover.kind
            return say("Stay a {piece}", piece=after.kind.told) if stays else say("Be a {piece}", piece=after.kind.told), becomes
        return say("Capture it"), say("it is gone")

    def _gone(self, way: Way, manner: values.Manner) -> Step:
        """The movement is whole; a power may follow."""
        then, moved = battle.gone(self._terms, self._board, self._seat, way, manner)
        turn = values.Turn(*battle.written(way, manner), self._use)
        risk = lost(self._board, self._seat, turn)
        view = replace(self._view.with_board(then, (way.origin, way.end)), losing=(way.end,) if risk else ())
        spending = Spending(self._owes, self._prefix, self.read, moved, view, turn)
        self._judge = spending.why_not
        step = spending.step(self._with_item(capital(self._told(way, manner, then))))
        return replace(step, warning=risk if step.whole else "")

    def _told(self, way: Way, manner: values.Manner, then: values.Board) -> str:
        """A movement in a sentence."""
        piece, there, names = certain(self._board[way.origin]), self._board[way.end], self._names
        own = there is not None and there.owner is self._seat
        if there is None:
            text = mark("{piece} {origin} to {end}")
        elif manner is values.Manner.SWAP:
            text = mark("{piece} {origin} to {end}, changes places with {player}'s {other}")
            if own:
                text = mark("{piece} {origin} to {end}, changes places with your own {other}")
        else:
            text = mark("{piece} {origin} to {end}, captures {player}'s {other}")
            if own:
                text = mark("{piece} {origin} to {end}, captures your own {other}")
        words = say(
            text,
            piece=piece.kind.told,
            origin=names[way.origin],
            end=names[way.end],
            player="" if there is None or there.owner is None else name(there.owner),
            other="" if there is None else there.kind.told,
        )
        if there is not None and manner is values.Manner.TAKE:
            words = say("{move} and takes its character", move=words)
        after = certain(then[way.end])
        if after.kind is values.Kind.PLAIN and after.kind is not piece.kind:
            return say("{move}; then it is plain", move=words)
        return words if after.kind is piece.kind else say("{move}; it becomes a {piece}", move=words, piece=after.kind.told)

    # --- What the steps have in common

    def _may_pass(self) -> bool:
        return not battle.can_move(self._terms, self._before, self._seat)

    def _shown(self, board: values.Board, *touched: int) -> View | None:
        """The view meanwhile; None if it is what everybody sees."""
        return None if self._use is None and not touched else self._view.with_board(board, touched)

    def _with_item(self, words: str) -> str:
        return words if self._use is None else say("{item} first. {prompt}", item=values.item_title(self._use.item), prompt=words)
