"""A game as a user of the library holds it: one variant, its options and its rules, with every argument checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NewType

from deathmatch import games
from deathmatch.core import arguments, errors, letters, optional
from deathmatch.core.game import AnyBeat, AnyGame, Ask, Chance, Deals, Decision, Fields, HostLine, Over, Pending, Timeout, Variant
from deathmatch.core.options import Value, read_one
from deathmatch.core.scene import Scene
from deathmatch.core.seats import HOST, PUBLIC, BySeat, Eye, Seat
from deathmatch.match.position import Position

State = NewType("State", object)
"""The whole position of a game, secrets included. A frozen, hashable and picklable value of the game's own class."""

View = NewType("View", object)
"""All that one eye has learned. Its class is not that of the state: another's secret has no place in it."""

Move = NewType("Move", object)
"""One seat's submission. `Decision.read` makes one of text, `Decision.write` gives its text."""

Deal = NewType("Deal", object)
"""One outcome of chance. `Chance.sample` makes one, `Chance.write` gives its text."""

LETTERS = BySeat("A", "B")
"""The names of players who have none."""


@arguments.checking
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Game:
    """One variant with its options. All its methods are pure: a state is never changed, so to go back is to keep the old one.

    `load_game` makes one. Two games are equal if they have the same variant and options. A game can be pickled if its variant is
    registered; so can its states, views and moves.

    Attributes:
        variant: the rules' name, title, options and reasons for an end.
        options: every option with its value, in the order of the rule book.
        given: the options that `load_game` was given; a record states these.
        rules: the bare rules (`deathmatch.authoring.GameRules`), which check nothing. Use them in inner loops.
    """

    variant: Variant
    options: Mapping[str, Value]
    given: Mapping[str, Value]
    rules: AnyGame
    _kinds: tuple[type, type] = field(init=False)  # of states and views

    def __post_init__(self) -> None:
        start = self.rules.start()
        object.__setattr__(self, "_kinds", (type(start), type(self.rules.view(start, PUBLIC))))

    @property
    def id(self) -> str:
        """`GAME/VARIANT`, as a record names it."""
        return self.variant.id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.id, dict(self.options)) == (other.id, dict(other.options))

    def __hash__(self) -> int:
        return hash((self.id, *self.options.items()))

    def __repr__(self) -> str:
        given = "".join(f", {key}={value!r}" for key, value in self.given.items())
        return f"load_game({self.id!r}{given})"

    def __reduce__(self) -> tuple[Any, tuple[str, dict[str, Value]]]:
        return load_game, (self.id, dict(self.given))

    # --- States

    def start(self) -> State:
        """The state before anything has happened.

        Returns: the state; in a game that deals first, it waits for that deal.
        """
        state: State = self.rules.start()
        return state

    def pending(self, state: State) -> Pending[Deal]:
        """The moves or the deal that a state waits for, or the end of the match.

        Args:
            state: of this game.

        Returns: `Ask` (one seat or both owe a move), `Deals` (chance owes a deal), `HostLine` (the host owes a line) or `Over`.
        """
        pending: Pending[Deal] = self.rules.pending(state_of(self, state))
        return pending

    def play(self, state: State, turn: Mapping[Seat, Move | Timeout]) -> State:
        """The state after a turn, which holds the moves of all seats that owe one.

        Args:
            state: one that waits for `Ask`.
            turn: for each of its seats a move, or `TIMEOUT`.

        Returns: the next state.

        Raises:
            Illegal: no seat owes a move, or a rule forbids one of the moves.
            ValueError: the seats are not those that owe a move.
        """
        pending = self.pending(state)
        if not isinstance(pending, Ask):
            raise self._not_owed(pending, "no seat owes a move now")
        if set(turn) != set(pending.seats):
            owing, named = (" and ".join(sorted(map(str, seats))) for seats in (pending.seats, turn))
            raise ValueError(f"a turn has one move of each seat that owes one: {owing}, not {named or 'none'}")
        for seat, move in turn.items():
            if not isinstance(move, Timeout):
                check(self.decision(self.view(state, seat)), f"the move of {seat}", move)
        after: State = self.rules.play(state, turn)
        return after

    def deal(self, state: State, deal: Deal) -> State:
        """The state after a deal.

        Args:
            state: one that waits for `Deals`.
            deal: from `pending.chance`: a sample, one of its deals, or one that it has read.

        Returns: the next state.

        Raises:
            Illegal: no deal is due, or the book does not allow this one.
        """
        pending = self.pending(state)
        if not isinstance(pending, Deals):
            raise self._not_owed(pending, "no deal is due now")
        check(pending.chance, "deal", deal)
        after: State = self.rules.deal(state, deal)
        return after

    def line(self, state: State, move: Move) -> State:
        """The state after a line of the host, in a game that a host leads.

        Args:
            state: one that waits for `HostLine`.
            move: a line, from the decision of the view of `HOST`.

        Returns: the next state.

        Raises:
            Illegal: no line of the host is due, or a rule forbids this one.
        """
        pending = self.pending(state)
        if not isinstance(pending, HostLine) or not isinstance(self.rules, optional.HostedGame):
            raise self._not_owed(pending, "the host owes nothing now")
        check(self.decision(self.view(state, HOST)), "the line", move)
        after: State = self.rules.line(state, move)
        return after

    def resign(self, state: State, seat: Seat) -> State:
        """The state after a seat has resigned.

        Args:
            state: one that is not over.
            seat: the seat that resigns.

        Returns: the state, which is over.

        Raises:
            Illegal: the match is over already.
        """
        pending = self.pending(state)
        if isinstance(pending, Over):
            raise self._not_owed(pending, "")
        after: State = self.rules.resign(state, seat)
        return after

    def _not_owed(self, pending: Pending[Deal], reason: str) -> errors.Illegal:
        return errors.Illegal("the match is over" if isinstance(pending, Over) else reason, self.variant.submitting)

    def position(self) -> Position:
        """The start as a `Position`, which takes text instead of moves and holds back the first submission of a joint decision.

        Returns: the position before any event.
        """
        return Position.start(self.variant, self.rules)

    # --- Eyes

    def eyes(self) -> tuple[Eye, ...]:
        """All eyes that see something of their own.

        Returns: seat A, seat B, the public, then numbered onlookers if the game has any, and `HOST` if a host leads it.
        """
        return tuple(self.rules.eyes())

    def view(self, state: State, eye: Eye) -> View:
        """A state as an eye sees it.

        Args:
            state: of this game.
            eye: `Seat.A`, `Seat.B`, `PUBLIC`, a numbered onlooker or `HOST`.

        Returns: all that this eye has learned.

        Raises:
            ValueError: the game has no such eye.
        """
        eyes = self.eyes()
        if eye not in eyes:
            raise ValueError(f"eye must be one of {', '.join(map(str, eyes))}, not {arguments.shown(eye)}")
        view: View = self.rules.view(state_of(self, state), eye)
        return view

    def decision(self, view: View) -> Decision[Move]:
        """The question that the seat of a view must answer. It is made from the view, so legal moves reveal no secrets.

        Args:
            view: the view of a seat that `pending` names, or of `HOST`; other eyes have no decision.

        Returns: the decision, which reads, writes, checks, lists, counts and samples moves.

        Raises:
            TypeError: the argument is no view of this game.
            ValueError: the view is not that of a seat that owes a move.
        """
        eye = getattr(view_of(self, "view", view), "eye", None)
        if eye is not None and not isinstance(eye, Seat) and not (eye == HOST and self.variant.hosted):
            raise ValueError(f"only a seat has a decision, and this is the view of {eye}")
        if isinstance(getattr(view, "outcome", None), Over):
            raise ValueError("no seat has a decision: the match is over")
        return self.rules.decision(view)

    def public(self, view: View) -> Fields:
        """The public fields of the rule book's section State, ready for JSON.

        Args:
            view: of any eye.

        Returns: the game's own fields; `pending` and `decision` of a whole match are the referee's (`Position`).
        """
        return self.rules.public(view_of(self, "view", view))

    def private(self, view: View) -> Fields:
        """The private fields of the rule book's section State, ready for JSON.

        Args:
            view: of a seat.

        Returns: the fields that only this seat may know.
        """
        if not isinstance(getattr(view_of(self, "view", view), "eye", Seat.A), Seat):
            raise ValueError(f"view must be that of a seat, not of {view.eye}")  # type: ignore[attr-defined]
        return self.rules.private(view)

    # --- Showing

    def narrate(self, before: View, after: View, *, names: BySeat[str] = LETTERS) -> tuple[AnyBeat, ...]:
        """The events between two successive views of one eye, in words.

        Args:
            before: the earlier view.
            after: the later view of the same eye.
            names: the players' names for the words.

        Returns: one `Beat` for each thing that happened, in order.
        """

        def fill(words: str) -> str:
            return letters.filled(words, {"A": names.a, "B": names.b})

        return tuple(
            replace(beat, words=fill(beat.words), heading=fill(beat.heading), brief=fill(beat.brief))
            for beat in self.rules.narrate(view_of(self, "before", before), view_of(self, "after", after))
        )

    def picture(self, view: View, sealed: Sequence[Seat] = (), *, names: BySeat[str] = LETTERS) -> Scene:
        """The picture of a view. `render_svg`, `render_png` and `Scene.text` show it.

        Args:
            view: of any eye.
            sealed: the seats whose submission waits for the other's.
            names: the players' names for title and labels.

        Returns: the scene: elements with their places and labels, and no colours.
        """
        scene: Scene = self.rules.picture(view_of(self, "view", view), sealed)
        return scene.named(names)


@arguments.checking
def load_game(name: str, options: Mapping[str, Value | bool] | None = None, /, **more: Value | bool) -> Game:
    """A game by its name: `load_game("GAME/VARIANT", rounds=5)`.

    Args:
        name: `GAME/VARIANT` in any letter case; `list_variants` has all of them.
        options: options that differ from the default. A switch may be a bool instead of `yes` or `no`.
        more: the same, as keyword arguments.

    Returns: the game.

    Raises:
        UnknownNameError: there is no such variant.
        PluginError: another package brings the game and cannot be loaded.
        OptionError: the variant has no such option, the option does not take the value, or the values do not go together.
    """
    variant = games.find(name)
    wanted = {**(options or {}), **more}
    read = dict(read_one(variant.options, key, _text(value)) for key, value in wanted.items())
    given = {option.key: read[option.key] for option in variant.options if option.key in read}
    values, rules = variant.bind(given)
    return Game(variant, values, given, rules)


def state_of(game: Game, state: State) -> State:
    """The state, if it is one of this game; raises TypeError otherwise."""
    if not isinstance(state, game._kinds[0]):
        raise arguments.wrong("state", f"a state of {game.id}, as Game.start, play, deal and resign return it", state)
    return state


def view_of(game: Game, name: str, view: View) -> View:
    """The view in this argument, if it is one of this game; raises TypeError otherwise."""
    if not isinstance(view, game._kinds[1]):
        raise arguments.wrong(name, f"a view of {game.id}, as Game.view returns it", view)
    return view


def check(owed: Decision[Any] | Chance[Any], name: str, answer: object) -> None:
    """Have a decision or a chance check the answer in an argument; raises Illegal, or TypeError for an object of another kind."""
    try:
        owed.check(answer)
    except errors.DeathmatchError:
        raise
    except Exception as error:  # the rules of a game expect one of its own values
        raise arguments.wrong(name, "one that Decision or Chance gives by `read` or `sample`", answer) from error


def _text(value: Value | bool) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def list_variants() -> tuple[Variant, ...]:
    """All variants: ours, and those of installed packages that bring games (`deathmatch.games`).

    A package that cannot be loaded is reported once in the log `deathmatch.plugins` and left out.

    Returns: the variants; `Variant.id` is the name that `load_game` takes.
    """
    return tuple(games.every())
