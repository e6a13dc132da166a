"""The skeleton of a game: the parts that all games share, so that each writes only its own rules (docs/adding-a-game.md).

- `rules_of` gives the rules of a book, to be cited in errors.
- `SimpleGame` is a game whose onlookers see what the public sees; a game with deals, or with secrets of onlookers, says so.
- `BookGame` is such a game with many parts, in a module each.
- `DecisionBase` is a decision whose moves can be listed, or sampled; `ListedDecision` one with a short list of moves: reading, counting,
  sampling and composing follow from the list.
- `PickDecision` (`core/picking.py`) is a decision to choose some things among many, with taps in any order.
- `RandomBot` plays any legal move. Every variant has it (`bots/registry.py`).

`core/shapes.py` has the parts of pictures that small games share. A game may take any of these and leave the others: `core/game.py`
asks for none of them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from importlib import import_module
from typing import Any, ClassVar, Generic, NoReturn, Protocol, TypeVar

from deathmatch.core.arguments import checking
from deathmatch.core.bots import Budget
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed, Refusal, Rule
from deathmatch.core.game import RESIGN, Ask, Beat, Choice, Clock, Deals, Decision, Fields, HostLine, Over, Resources, Step, Timeout
from deathmatch.core.options import lower
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.core.speech import mark, misplaced, name, say, voiced

TRIES = 100  # of `RandomBot`, for a move that no word list forbids

_WORD = re.compile(r"[^ \t]+")


class Ending(Protocol):
    """A state or a view that says how the match ended."""

    @property
    def outcome(self) -> Over | None:
        """None as long as the match runs."""
        ...


S = TypeVar("S", bound=Ending)  # state: a frozen dataclass
V = TypeVar("V", bound=Ending)  # view: a frozen dataclass
M = TypeVar("M")  # move: hashable
D = TypeVar("D")  # deal


def rules_of(book: str, *numbers: int) -> tuple[Rule, ...]:
    """Rules of a book, to be cited in errors: `Illegal("the card is gone", R4)`.

    Args:
        book: the name of the game.
        numbers: the numbers of the rules, in the order in which they are returned: `R1, R4 = rules_of("my-game", 1, 4)`.
    """
    return tuple(Rule(book, number) for number in numbers)


def resignation(outcome: Over | None) -> tuple[str, str] | None:
    """A resignation for the log: its words and its notation. None if the match goes on, or ended in another way."""
    if outcome is None or outcome.reason != RESIGN or outcome.winner is None:
        return None
    loser = outcome.winner.other
    texts = mark("You resign: {winner} wins."), mark("{loser} resigns: {winner} wins."), mark("{loser} resigns: you win.")
    return voiced(loser, *texts, loser=name(loser), winner=name(outcome.winner)), f"{loser} {RESIGN}"


class SimpleGame(ABC, Generic[S, M, V]):
    """A game (`core.game.GameRules`) whose onlookers see what the public sees.

    State and view are frozen dataclasses with a field `outcome`. A subclass says who owes a submission (`asks`) and which (`decision`),
    the result of a turn (`play`), the sight of an eye (`view`, `public`, `picture`) and the latest events (`happened`, or `narrate`).
    A game in which chance deals returns `Deals` from `asks`, and has a `deal`.
    """

    __slots__ = ()

    @abstractmethod
    def start(self) -> S:
        """The set-up."""

    @abstractmethod
    def asks(self, state: S, /) -> Ask | Deals[Any] | HostLine:
        """The seats that owe a decision, the deal that is due, or the host's line, in a match that is not over."""

    @abstractmethod
    def decision(self, view: V, /) -> Decision[M]:
        """The decision that the seat of this view owes; raises ValueError for every other eye (`core.seats.asked_seat`)."""

    @abstractmethod
    def play(self, state: S, turn: Mapping[Seat, M | Timeout], /) -> S:
        """The state after a submission from every seat that owed one."""

    @abstractmethod
    def view(self, state: S, eye: Eye, /) -> V:
        """Everything that this eye has learned."""

    @abstractmethod
    def public(self, view: V, /) -> Fields:
        """The book's public fields."""

    def happened(self, before: V, after: V, /) -> Sequence[Beat[V]]:
        """The beats between two views that differ; it is not called for a resignation."""
        raise AssertionError(f"{type(self).__name__} has neither happened nor narrate: {before!r} to {after!r}")

    @abstractmethod
    def picture(self, view: V, sealed: Sequence[Seat] = (), /) -> Scene:
        """The picture for this eye."""

    def pending(self, state: S, /) -> Ask | Deals[Any] | HostLine | Over:
        """The end, or the event that the match waits for."""
        return state.outcome if state.outcome is not None else self.asks(state)

    def deal(self, state: S, deal: Any, /) -> S:
        """The state after a deal. Without deals, asking for one is our own bug."""
        raise AssertionError(f"this game has no deals: {deal!r}")

    def resign(self, state: S, seat: Seat, /) -> S:
        """The state after this seat gave up: the other seat wins, and everything else stays."""
        ended: Any = state
        resigned: S = replace(ended, outcome=Over(seat.other, RESIGN))
        return resigned

    def eyes(self) -> Sequence[Eye]:
        """The seats and the public."""
        return (*SEATS, PUBLIC)

    def private(self, view: V, /) -> Fields:
        """No fields beside the referee's."""
        return {}

    def narrate(self, before: V, after: V, /) -> Sequence[Beat[V]]:
        """The beats between two views: none if they are equal, the resignation if there was one, otherwise those of `happened`."""
        if before == after:
            return ()
        resigned = resignation(after.outcome) if before.outcome is None else None
        return self.happened(before, after) if resigned is None else (Beat(*resigned, after),)


class Seated:
    """The part of a view that is the same for all in which a table has a near side and a far one.

    Attributes:
        eye: who looks.
    """

    __slots__ = ()
    eye: Eye

    @property
    def near(self) -> Seat:
        """The seat at the near side of the table: the viewer's own, and A for everybody else."""
        return self.eye if isinstance(self.eye, Seat) else Seat.A


def parts(shared: type, value: object) -> dict[str, Any]:
    """The fields of a dataclass, with their values in one that inherits them: those that a view takes over from a state."""
    return {field.name: getattr(value, field.name) for field in fields(shared)}


T = TypeVar("T")  # terms: the options of a match
T_contra = TypeVar("T_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class RulesModule(Protocol[T_contra, S, M_contra]):
    """The module `rules` of a `BookGame`."""

    def start(self, terms: T_contra, /) -> S:
        """The set-up."""
        ...

    def play(self, terms: T_contra, state: S, turn: Mapping[Seat, M_contra | Timeout], /) -> S:
        """The state after a submission from every seat that owed one."""
        ...


class ViewModule(Protocol[T_contra, S_contra, V]):
    """The module `view` of a `BookGame`."""

    def of(self, state: S_contra, eye: Eye, terms: T_contra, /) -> V:
        """This eye's view of a state."""
        ...

    def public(self, view: V, /) -> Fields:
        """The book's public fields."""
        ...


class BookGame(SimpleGame[S, M, V], Generic[T, S, M, V]):
    """A game whose parts have a module each, with its options bound.

    `rules` is its module of this name, and `sight` its module `view`. The functions `narrate` and `picture` stand in its modules
    `narration` and `picture`, which are loaded on demand: a replay tells and shows nothing.

    Attributes:
        terms: its options.
    """

    __slots__ = ("terms",)

    rules: RulesModule[T, S, M]
    sight: ViewModule[T, S, V]

    def __init__(self, terms: T) -> None:
        self.terms = terms

    def start(self) -> S:
        """The set-up."""
        return self.rules.start(self.terms)

    def play(self, state: S, turn: Mapping[Seat, M | Timeout], /) -> S:
        """The state after a submission from every seat that owed one."""
        return self.rules.play(self.terms, state, turn)

    def view(self, state: S, eye: Eye, /) -> V:
        """Everything that this eye has learned."""
        return self.sight.of(state, eye, self.terms)

    def public(self, view: V, /) -> Fields:
        """The book's public fields."""
        return self.sight.public(view)

    def narrate(self, before: V, after: V, /) -> Sequence[Beat[V]]:
        """The last events in words."""
        told: Sequence[Beat[V]] = import_module(f"{type(self).__module__}.narration").narrate(before, after)
        return told

    def picture(self, view: V, sealed: Sequence[Seat] = (), /) -> Scene:
        """The picture for this eye."""
        scene: Scene = import_module(f"{type(self).__module__}.picture").picture(view, sealed)
        return scene


class UnlistedDeal:
    """The part of a deal (`core.game.Chance`) that is the same for all that have too many outcomes to be listed."""

    __slots__ = ()

    def count(self) -> None:
        """The replay contract says null."""

    def deals(self) -> None:
        """They are not listed."""


class ListedDeal(ABC, Generic[D]):
    """The part of a deal (`core.game.Chance`) that is the same for all with a short list of outcomes, each as likely as the next."""

    __slots__ = ()

    @abstractmethod
    def deals(self) -> Sequence[D]:
        """Every outcome once."""

    def count(self) -> int:
        """The number of outcomes."""
        return len(self.deals())

    def sample(self, source: RandomSource, /) -> D:
        """Any of them."""
        return source.choice(self.deals())


@checking
class DecisionBase(ABC, Generic[M]):
    """The parts of a decision (`core.game.Decision`) that most have in common. A subclass says how moves are read, checked and composed.

    Attributes:
        prompt: the decision in words, marked (`core/speech.py`); `words` says it.
        clock: how long it may take.
        form: the rule that gives the form of the moves; text that cannot be read is refused by it.
    """

    __slots__ = ()

    prompt: ClassVar[str]
    form: ClassVar[Rule]

    @property
    def words(self) -> str:
        """The prompt, for the seat that is asked."""
        return say(self.prompt)

    @abstractmethod
    def moves(self) -> Iterable[M] | None:
        """Every legal move once; None if they cannot be listed."""

    def count(self) -> int | None:
        """The number of legal moves; None if they cannot be listed."""
        moves = self.moves()
        return None if moves is None else len(tuple(moves))

    def sample(self, source: RandomSource, /) -> M:
        """Any legal move, each with the same chance."""
        moves = self.moves()
        assert moves is not None, "a decision whose moves cannot be listed has a sample of its own"
        return source.choice(tuple(moves))

    def write(self, move: M, /) -> str:
        """The canonical text."""
        return str(move)

    def admit(self, move: M, resources: Resources, /) -> None:
        """Live play asks nothing more."""

    def only(self, prefix: Sequence[str], offered: Collection[str]) -> str:
        """The one token of a composition that is whole with it. Raises: Malformed for another one, and for more."""
        if len(prefix) > 1 or prefix[0] not in offered:
            self.wrong(prefix)
        return prefix[0]

    def wrong(self, prefix: Sequence[str], place: int = -1, rule: Rule | None = None) -> NoReturn:
        """Refuses a token of a composition that was not offered. Raises: Malformed.

        Args:
            prefix: the tokens.
            place: the number of the token; the last one unless it is given.
            rule: that it breaks; `form` unless it is given.
        """
        raise Malformed(misplaced(prefix, place % len(prefix)), rule or self.form)


@checking
class ListedDecision(DecisionBase[M]):
    """A decision (`core.game.Decision`) with a short list of moves, each written in a few words.

    A subclass that composes in its own way has its own `why_not`, too; `core.picking.PickDecision` is one for sets, sequences and numbers.
    A subclass lists all moves that have a name here (`named`) and says which of them a rule forbids (`refusal`); everything else follows. A
    move's text is `str(move)` unless `write` says otherwise: words with single spaces between them, read in any letter case. Players
    compose it word by word; words that all moves share, such as a verb, are left out.

    Attributes:
        words: the prompt, for people, while a move is composed.
        clock: how long it may take.
        form: the rule that gives the form of the moves; text that cannot be read is refused by it.
    """

    __slots__ = ()

    words: ClassVar[str]  # pyright: ignore[reportIncompatibleMethodOverride] - a plain text in place of the marked `prompt`
    clock: ClassVar[Clock]
    form: ClassVar[Rule]

    @abstractmethod
    def named(self) -> Sequence[M]:
        """Every move that can be read here, whether or not it is legal now."""

    def refusal(self, move: M, /) -> Illegal | None:
        """The refusal that a move meets; None if it is legal."""
        return None

    def choice(self, words: tuple[str, ...], /) -> Choice:
        """The choice of the last of these words, the first words of a move's text. A subclass may name a slot, a key or a better label."""
        word = words[-1]
        return Choice(word, word, key=word if re.fullmatch("[0-9]", word) else "")

    def read(self, text: str, /) -> M:
        """The move of this text; raises Malformed."""
        given = list(_WORD.finditer(text))
        left = self._named()
        for at, word in enumerate(given):
            left = [(words, move) for words, move in left if len(words) > at and lower(words[at]) == lower(word[0])]
            if not left:
                raise self._malformed(word.start())
        for words, move in left:
            if len(words) == len(given):
                return move
        raise self._malformed(len(text))

    def check(self, move: M, /) -> None:
        """Raises the refusal of an illegal move."""
        refusal = self.refusal(move)
        if refusal is not None:
            raise refusal

    def moves(self) -> tuple[M, ...]:
        """All legal moves."""
        return tuple(move for move in self.named() if self.refusal(move) is None)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The next word of the legal moves that begin with these."""
        left, at = self._after(prefix)
        legal = [(words, move) for words, move in left if self.refusal(move) is None]
        if not legal:
            raise self._malformed(0)
        whole = next((self.write(move) for words, move in legal if len(words) == at), None)
        following = dict.fromkeys(words[: at + 1] for words, _ in legal if len(words) > at)
        return Step(self.words, tuple(self.choice(words) for words in following), whole=whole)

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """The refusal of the move that this place stands for; None if there is none (`core.game.ExplainingDecision`)."""
        left, at = self._after(prefix)
        by_slot: dict[str | None, list[Illegal | None]] = {}
        for words, move in left:
            if len(words) > at:
                by_slot.setdefault(self.choice(words[: at + 1]).slot, []).append(self.refusal(move))
        refusals = by_slot.get(slot, [None])
        return None if None in refusals else refusals[0]

    def _named(self) -> list[tuple[tuple[str, ...], M]]:
        """Every move with the words of its text."""
        return [(tuple(self.write(move).split(" ")), move) for move in self.named()]

    def _after(self, prefix: tuple[str, ...]) -> tuple[list[tuple[tuple[str, ...], M]], int]:
        """The moves that these choices leave, and how many words of each are used by then; raises Malformed."""
        left = self._named()
        at = _shared(left, 0)
        for token in prefix:
            left = [(words, move) for words, move in left if len(words) > at and words[at] == token]
            if not left:
                raise self._malformed(0)
            at = _shared(left, at + 1)
        return left, at

    def _malformed(self, position: int) -> Malformed:
        texts = list(_some(self.write(move) for move in self.named()))
        return Malformed(say("expected {answer}, such as: {texts}", answer=self.words, texts=", ".join(texts)), self.form, position)


def _shared(left: Sequence[tuple[tuple[str, ...], Any]], at: int) -> int:
    """How many words from the start are the same in all of these, at least `at`; the first choice always keeps a word to choose."""
    shortest = min(len(words) for words, _ in left) - (1 if at == 0 else 0)
    while at < shortest and len({words[at] for words, _ in left}) == 1:
        at += 1
    return at


def _some(texts: Iterator[str]) -> Iterator[str]:
    """The first three."""
    yield from (text for text, _ in zip(texts, range(3), strict=False))


class RandomBot:
    """Plays any legal move, with the probabilities of `Decision.sample`.

    Args:
        resources: what live play asks of the outside. A move that they forbid, such as a word that is in no list, is chosen again.
    """

    def __init__(self, resources: Resources | None = None) -> None:
        self._resources = resources

    def equip(self, resources: Resources, /) -> RandomBot:
        """The same bot with these resources."""
        return RandomBot(resources)

    def choose(self, _view: object, decision: Decision[M], _budget: Budget, source: RandomSource, /) -> M:
        """A legal move; the arguments are those of `core.bots.Bot`."""
        move = decision.sample(source)
        for _ in range(TRIES):
            if self._admits(decision, move):
                break
            move = decision.sample(source)
        return move

    def mixture(self, _view: object, decision: Decision[M], /) -> Sequence[tuple[M, float]]:
        """All legal moves alike, if they can be listed (`core.bots.MixedStrategyBot`)."""
        moves = tuple(decision.moves() or ())
        return [(move, 1.0 / len(moves)) for move in moves]

    def _admits(self, decision: Decision[M], move: M) -> bool:
        try:
            if self._resources is not None:
                decision.admit(move, self._resources)
        except Refusal:
            return False
        return True
