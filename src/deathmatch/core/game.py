"""The one abstraction: a two-player game with chance, secrets and simultaneous decisions, on one page.

A factored-observation stochastic game (Kovarik et al., "Rethinking formal models of partially observable multiagent decision
making", 2022) in plain words: a **state** waits for exactly one thing, `Ask` (one seat or both owe a submission), `Deals` (chance
owes a deal), `HostLine` (the host owes a line, in a game that a host leads) or `Over`. It moves by a whole **turn** (a submission
from every seat that owes one), by one deal, by one line of the host, or by a resignation. Each **eye** has a **view**: exactly the
things that this eye has learned.

What every implementation keeps to, and `tests/conformance` checks:

- States, moves, deals and views are frozen, hashable and plain; every function here is pure. Decisions and chances of equal views and
  states are equal, too, and print alike, without addresses.
- A state never holds half of a simultaneous decision. Sealed submissions wait in the referee's envelope (`match/`).
- A view has no place where another's secret could stand: it is another type than the state.
- A decision is made from its seat's view, so the legal moves reveal nothing that the seat does not know.
- Rules know no seconds, no randomness, no I/O and no word list. A time-out and a deal are values that come in.

Time limits: `pending`, `decision`, `compose`, `read`, `check`, `play`, `deal`, `view`, `public`, `private`, `picture` and
`narrate` run on a server's event loop, between everybody else's; each takes at most 5 ms on one core, at any position (`bench/costs.py`
measures it). `moves`, `count`, `deals` and `sample` may take longer: replays, bots, tests and, once a deal, the dealer ask them.
So `compose`, `check` and `picture` never list all moves if they are many.

Words for people (labels, beats, prompts) may hold `{A}` and `{B}`, which the shells replace by the players' names; a literal brace is
doubled, as in `str.format`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from importlib.resources import files
from typing import Any, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, runtime_checkable

from deathmatch.core import plugins
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Refusal, Rule
from deathmatch.core.options import Option, Pace, Value, Values, Written, complete, pace_of, paced
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Eye, Seat
from deathmatch.core.speech import lasting, say

S = TypeVar("S")  # state
M = TypeVar("M")  # move: what one seat submits
D = TypeVar("D")  # deal: an outcome of chance
D_co = TypeVar("D_co", covariant=True)
V = TypeVar("V")  # view: what one eye has learned
V_co = TypeVar("V_co", covariant=True)

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that goes into JSON."""

Fields: TypeAlias = Mapping[str, Json]
"""The fields of a JSON object."""


class Timeout(Enum):
    """The type of `TIMEOUT`: in a turn, the clock of that seat ran out."""

    TIMEOUT = "timeout"


TIMEOUT: Final = Timeout.TIMEOUT
"""In a turn, in the place of a move: the clock of that seat ran out."""


# --- What a state waits for


@dataclass(frozen=True, slots=True)
class Ask:
    """These seats owe a submission: one, or both at once (A first).

    Attributes:
        seats: who.
        name: of the decision, as in the rule book; public, and the same for both.
    """

    seats: tuple[Seat, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Deals(Generic[D]):
    """Chance owes one deal."""

    chance: Chance[D]


@dataclass(frozen=True, slots=True)
class HostLine:
    """The host owes one line (rules/README.md, Host's lines): a move of the decision that is made from the view of the eye `HOST`."""


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended. `reason` is a word of the book's section End of match; `winner` is None if nobody won."""

    winner: Seat | None
    reason: str


RESIGN: Final = "resign"
"""The reason of an `Over` when a seat gave up, and its notation (rules/README.md, Resigning)."""

Pending: TypeAlias = Ask | Deals[D] | HostLine | Over
"""A state waits for one of these."""


# --- What is owed, and how it is put together


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a decision may take, named by options of the record; the referee alone knows seconds.

    Attributes:
        times: keys of the time options that add up to this decision's own time.
        bank: whether the seat's bank serves once that time is used up.
        continues: whether this decision goes on on the clock of the seat's last one, instead of opening a fresh one.
        stages: what each of the times is for, in two or three words, if there are several: `time to look`; marked (`core/speech.py`).
        seconds: more seconds, which the question itself says and no option.
        review: key of a switch. If it is `yes`, no answer is accepted in the first of the times.
    """

    times: tuple[str, ...]
    bank: bool = False
    continues: bool = False
    stages: tuple[str, ...] = ()
    seconds: int = 0
    review: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One token that may come next while a move is composed.

    Attributes:
        token: goes to the end of the prefix; one word without spaces.
        label: what people read on the button.
        slot: the element of the picture that stands for it, if any; it may come with the step's own view. Within one step a slot belongs to
            one choice, so that a click means one thing; if a place can be taken in several ways, the place comes first and the way in the
            next step.
        note: its effect, or a reason to think twice; may be empty.
        key: the key that chooses it on a keyboard: one lower-case letter or digit, or empty.
    """

    token: str
    label: str
    slot: str | None = None
    note: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` to `high` may come next, as its digits; `quick` are values worth a button of their own."""

    low: int
    high: int
    quick: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FreeWord:
    """A word that no list can offer may come next: `low` to `high` letters a-z.

    If `lead` is set, a bare word is read as `lead word`, unless it equals a token of this step. If `letters` is set, it is the name of a
    place of the picture for each letter, but for that letter at its end: a tap there spells.
    `refused` are the words of that shape, in lower case, that a rule forbids here; None if only `compose` knows.
    """

    low: int
    high: int
    lead: str = ""
    letters: str = ""
    refused: frozenset[str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class FreeText:
    """Text in people's own words may come: `low` to `high` characters. The move is this text, quoted as JSON."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Step:
    """Where the composition of a move stands after some tokens.

    Attributes:
        prompt: what to do now, in words.
        choices: the tokens that may come next; every one leads to a legal move.
        number, word: what else may come next.
        text: free text may be the whole move, in the place of tokens.
        whole: the canonical text of the move that the tokens so far already are; None while more is needed.
        warning: what the book wants said before this whole move is sent; empty if nothing.
        before: choices of the step before that may still come before the last token, where this step only asks more about that one;
            so a player may tap things in any order. None has a key, or a slot of `choices`.
        view: the seat's view as far as the tokens so far change it, made from that view alone: a shell that shows pictures shows this
            one's meanwhile. None if they change nothing visible.
        quick: whether the choice that makes the move whole sends it too, as of a few plain answers; so Submit is not shown before it.
    """

    prompt: str
    choices: tuple[Choice, ...] = ()
    number: Number | None = None
    word: FreeWord | None = None
    text: FreeText | None = None
    whole: str | None = None
    warning: str = ""
    before: tuple[Choice, ...] = ()
    view: Any = None
    quick: bool = False


class Resources(Protocol):
    """What live play may ask of the outside. A replay never does. Which lists a match needs its options say (`core.options.Lexicon`)."""

    def words(self, lexicon: str, /) -> Collection[str]:
        """The upper-case words of a list (a `core.words.WordList`, as our hosts keep them).

        Raises: LookupError, if the host has no list of this name.
        """
        ...


class Decision(Protocol[M]):
    """The question that one seat must answer, made from that seat's view."""

    @property
    def words(self) -> str:
        """The prompt, for the seat that is asked: `two cards`."""
        ...

    @property
    def clock(self) -> Clock:
        """How long the decision may take."""
        ...

    def read(self, text: str, /) -> M:
        """The move that this text means here, in any spelling that the rule book reads.

        Returns: the move. A rule may still forbid it (`check`).

        Raises:
            Malformed: the text is no answer to this decision.
        """
        ...

    def write(self, move: M, /) -> str:
        """The canonical text of a move.

        Args:
            move: a legal move.

        Returns: the text, for which `read(write(move)) == move`.
        """
        ...

    def check(self, move: M, /) -> None:
        """Whether the rules allow a move here; returns nothing if they do.

        Args:
            move: from `read`, `moves` or `sample`.

        Raises:
            Illegal: a rule forbids the move.
        """
        ...

    def count(self) -> int | None:
        """The number of legal moves, counted without listing them if they are many; None if the replay contract says null."""
        ...

    def moves(self) -> Iterable[M] | None:
        """Every legal move once; None if they cannot be listed."""
        ...

    def sample(self, source: RandomSource, /) -> M:
        """A random legal move.

        Args:
            source: of random numbers.

        Returns: the move. Every legal move is possible.
        """
        ...

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The next step of a move that is composed token by token.

        Args:
            prefix: the tokens so far; empty at first.

        Returns: the step after these tokens.

        Raises:
            Malformed: a token was not offered.
        """
        ...

    def admit(self, move: M, resources: Resources, /) -> None:
        """The checks of live play that a replay skips, such as the word list; returns nothing if they pass.

        Args:
            move: a legal move.
            resources: the word lists.

        Raises:
            Illegal: the move is refused.
        """
        ...


@runtime_checkable
class ExplainingDecision(Protocol):
    """A decision that can explain why the place of the picture that a player tapped cannot be chosen."""

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Refusal | None:
        """The rule that forbids this place after these tokens; None if none does, or if the place stands for nothing here.

        Raises Malformed for a prefix that no choices led to. It is made from the seat's view, as all of a decision.
        """
        ...


@runtime_checkable
class CautiousDecision(Protocol):
    """A decision that knows of moves that a player should think twice about."""

    def caution(self, move: Any, /) -> str:
        """What the book, or good sense, wants said before this legal move is sent; empty if nothing. It is made from the seat's view."""
        ...


class Chance(Protocol[D]):
    """A deal that is due. It knows the state; only the referee ever holds one. A host who deals by hand sends its text."""

    @property
    def name(self) -> str:
        """The deal's keyword, with which its text begins."""
        ...

    @property
    def by_hand(self) -> bool:
        """Whether a host may make this deal: if the public state alone decides which texts `read` and `check` accept.

        Else a refusal could tell the host a secret, so the table's own dealer makes it, also at a table that is dealt by hand.
        """
        ...

    def read(self, text: str, /) -> D:
        """The deal that a text in any spelling of the book means; a rule may forbid it (`check`). Raises: Malformed if it is none."""
        ...

    def write(self, deal: D, /) -> str:
        """The canonical text of a deal: `read(write(deal)) == deal`."""
        ...

    def check(self, deal: D, /) -> None:
        """Returns nothing if the rule book allows the deal here. Raises: Illegal if it does not."""
        ...

    def count(self) -> int | None:
        """The number of possible deals; None if the replay contract says null."""
        ...

    def deals(self) -> Iterable[D] | None:
        """Every possible deal once; None if they cannot be listed."""
        ...

    def sample(self, source: RandomSource, /) -> D:
        """A random deal, with the probabilities of the rule book and the random numbers of the source."""
        ...


# --- What happened, in words


@dataclass(frozen=True, slots=True)
class Beat(Generic[V_co]):
    """One event as an eye saw it. It holds no picture; `picture(beat.view)` makes one.

    Attributes:
        words: a sentence for people.
        notation: the canonical text, with its actor (`A score grow`), of the event that the beat reports. Empty if it reports none, or a
            submission that came in an earlier step.
        view: the eye's view at this point, if it shows something new since the beat before; for showing step by step.
        heading: the part of the match that begins with this beat (`Round 7`); empty inside a part.
        passing: whether a later beat says all of it again, so that a log has no line for it.
        hold: whether a part of the match ends with this beat: a page shows it until its player acts.
        late: a seat, and the words to say instead if the clock has answered for it, where the view does not hold whether it has.
        brief: its words in a row that tells a whole part, below the heading of that part. Empty if such a row leaves it out; if no beat of
            a part has one, each of its turns has a row.
    """

    words: str
    notation: str = ""
    view: V_co | None = None
    heading: str = ""
    passing: bool = False
    hold: bool = False
    late: tuple[Seat, str] | None = None
    brief: str = ""


# --- The game


class GameRules(Protocol[S, M, D, V]):
    """A variant with its options bound."""

    def start(self) -> S:
        """The state before anything has happened."""
        ...

    def pending(self, state: S, /) -> Pending[D]:
        """The next event of the state: submissions (`Ask`), a deal (`Deals`), a host's line (`HostLine`), or none (`Over`)."""
        ...

    def decision(self, view: V, /) -> Decision[M]:
        """The decision that the seat, or the host, of this view owes.

        Raises: ValueError unless `pending` names it (`core.seats.asked_seat`).
        """
        ...

    def play(self, state: S, turn: Mapping[Seat, M | Timeout], /) -> S:
        """The state after a submission from every seat that owed one, or a move that interrupts (`core.optional.InterruptibleDecision`).

        The caller has checked the moves; their order has no meaning.
        """
        ...

    def deal(self, state: S, deal: D, /) -> S:
        """The state after a deal, which the caller has checked."""
        ...

    def resign(self, state: S, seat: Seat, /) -> S:
        """The state after this seat gave up; legal in every state that is not over."""
        ...

    def eyes(self) -> Sequence[Eye]:
        """All eyes with a view of their own: A, B, the public, then numbered onlookers, then `HOST` if the host enters lines."""
        ...

    def view(self, state: S, eye: Eye, /) -> V:
        """Everything that this eye has learned."""
        ...

    def public(self, view: V, /) -> Fields:
        """The book's own public fields (section State), without the five that all books share; those are the referee's."""
        ...

    def private(self, view: V, /) -> Fields:
        """The book's own private fields of the view's seat, without `seat`, `submitted` and the shared five; or those of the host."""
        ...

    def narrate(self, before: V, after: V, /) -> Sequence[Beat[V]]:
        """The events that this eye saw between two of its views that follow each other directly."""
        ...

    def picture(self, view: V, sealed: Sequence[Seat] = (), /) -> Scene:
        """The picture for this eye. `sealed` names the seats whose submission waits, which is public; the submissions are not needed."""
        ...


# The registry and all shells hold games without their types; every use goes through these aliases.
AnyGame: TypeAlias = GameRules[Any, Any, Any, Any]
AnyBeat: TypeAlias = Beat[Any]


# --- Variants


def located(package: str, **places: str) -> dict[str, str]:
    """The capabilities of a variant whose import strings begin with the same package.

    Args:
        package: of the game.
        places: of each capability, below the package: `module:name`, or the module alone if the name there is that of the capability.
    """
    return {name: f"{package}.{place}{'' if ':' in place else f':{name}'}" for name, place in places.items()}


@dataclass(frozen=True, slots=True)
class Variant:
    """One playable variant. Forms, headers, command line and docs all come from it.

    Attributes:
        game, name: as in the record's `game` line.
        title: for people: the name of the game, the same for its variants.
        words: one or two sentences that tell a newcomer what this variant is.
        options: the book's table in its order, then the clocks, then `bank`.
        submitting: the rule that refuses a submission that is not owed.
        reasons: every `reason` of the book's section End of match, as a sentence that may hold `{winner}` and `{loser}`.
        yours: reason -> the same sentence as its subject reads it, the winner if it names one, else the loser: `You have more chips.`
        make: the game with all options given; options have been read, completed and checked.
        check: raises OptionError for values that do not go together.
        deals: whether chance deals in a match of it. If it does not, shells say nothing of dealing.
        hosted: whether the host enters lines (`HostedGame`), so that it takes a host to play. Texts in its records are quoted.
        discreet: whether the record, and so the deals, hold what the book shows to nobody even after the end. A host may publish it
            all the same; unless told to, a server does not.
        capabilities: optional ones by name, each as an import string that is loaded on demand: `bots`, `adversaries`
            and `levels` (core/bots.py), `lexicon` (the word lists that come with the game: a Mapping from a list's
            name to a function without arguments that gives its words, best as a `core.words.WordList`),
            `advise` (core/reviewing.py), `generator` (core/generating.py); those of packages beside
            this one: `solver`, `exploit`, `puzzles` and `study` (deathmatch_lab), `encoding` and `vector`
            (deathmatch_frameworks).
        differs: how it differs from the game's first variant, in one or two sentences for people who know that one; empty for the first.
        minutes: about how long a match takes with the book's options, for people who are quick to decide; 0 if that is not known.
        clocks: what time the players have, as a sentence in which `{time_turn}` stands for that option's time; marked.
        showcase: the words and the match that a front page shows; of the first variant only.
        groups: heading -> keys of options, as a form shows them; options without a group come last.
        says: `KEY VALUE` of an option -> what holds then, as a whole sentence; marked. For words that name no seat.
        as_written: the options by which a match follows the original text to the letter where the book rules otherwise.
        as_written_table: the settings of a table that the original text asks for: `aids`, `talk` or `publish`, as in `TableSettings`.
        original: what the original text is called there; if its title is lost, where it was played. A proper name, so not translated.
    """

    game: str
    name: str
    title: str
    words: str
    options: tuple[Option, ...]
    submitting: Rule
    reasons: Mapping[str, str]
    make: Callable[[Values], AnyGame]
    check: Callable[[Values], None] = lambda _values: None
    deals: bool = False
    hosted: bool = False
    discreet: bool = False
    capabilities: Mapping[str, str] = field(default_factory=dict[str, str])
    yours: Mapping[str, str] = field(default_factory=dict[str, str])
    differs: str = ""
    minutes: int = 0
    clocks: str = ""
    showcase: Showcase | None = None
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    says: Mapping[str, str] = field(default_factory=dict[str, str])
    as_written: Mapping[str, Written] = field(default_factory=dict[str, Written])
    as_written_table: Mapping[str, Value] = field(default_factory=dict[str, Value])
    original: str = ""

    @property
    def id(self) -> str:
        """`GAME/VARIANT`, as a record names it."""
        return f"{self.game}/{self.name}"

    def pace(self, values: Values, *, untimed: bool) -> Pace | Literal[""]:
        """The name of the clocks of a match with these options (`core/options.py`); empty if somebody set them one by one."""
        return "none" if untimed else pace_of(self.options, complete(self.options, {}), values) or ""

    def timed(self, pace: Pace) -> str:
        """The time that the players have at a pace, in one sentence; empty if the variant has no words for it, or no clock runs."""
        if pace == "days":
            return say("A day for each decision.")
        book = complete(self.options, {})
        values = {**book, **paced(self.options, book, pace)}
        words = {key: lasting(value) for key, value in values.items() if isinstance(value, int)}
        return say(self.clocks, **words) if self.clocks and pace != "none" else ""

    def bind(self, given: Values) -> tuple[dict[str, Value], AnyGame]:
        """All options with their values, and the game that they make; raises OptionError."""
        values = complete(self.options, given)
        self.check(values)
        return values, self.make(values)

    def has(self, name: str) -> bool:
        """Whether the variant has an optional capability, its own or one that an installed package adds. Nothing is loaded."""
        return name in self.capabilities or plugins.added(f"{self.game}.{name}") is not None

    def capability(self, name: str) -> Any:
        """The object behind an optional capability, or None if the variant has none of this name.

        Raises: PluginError if an installed package adds it, and it cannot be loaded.
        """
        where = self.capabilities.get(name)
        if where is None:
            brought = plugins.added(f"{self.game}.{name}")
            return None if brought is None else brought.load()
        module, _, attribute = where.partition(":")
        return getattr(import_module(module), attribute)


# --- A game's window: a finished match for newcomers to look at, and the words beside it


@dataclass(frozen=True, slots=True)
class Showcase:
    """The words and the match with which a front page presents a game.

    Attributes:
        words: one or two short sentences that make a stranger want to play.
        package, file: where the record of a finished match lies; `file` may lead into folders of the package. A file
            beside it, `.svg` instead of `.dm`, is the game's sign.
        event: the number of the event whose position tells most about the game; the picture of it stands still until the match is shown.
    """

    words: str
    package: str
    file: str
    event: int

    def record(self) -> str:
        """The text of the record."""
        return files(self.package).joinpath(*self.file.split("/")).read_text("utf-8")

    def sign(self) -> str:
        """The text of a small picture by which one knows the game; empty if it has none."""
        found = files(self.package).joinpath(*self.file.replace(".dm", ".svg").split("/"))
        return found.read_text("utf-8") if found.is_file() else ""
