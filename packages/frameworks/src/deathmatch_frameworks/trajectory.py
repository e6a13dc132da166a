"""A match that is played action by action, with all that each seat has learned on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from deathmatch.core.arguments import checking
from deathmatch.core.game import TIMEOUT, Ask, Deals, Over, Pending, Timeout
from deathmatch.core.seats import BySeat, Eye, Seat

if TYPE_CHECKING:
    from deathmatch.library.game import Deal, Move, State
    from deathmatch_frameworks.encoding import Encoding

Actions = tuple[int, ...]

_NOTHING: BySeat[Actions] = BySeat((), ())
_NO_MOVES: BySeat[Any] = BySeat(None, None)
_SILENT: BySeat[str | None] = BySeat(None, None)


@dataclass(eq=False, slots=True)
class _Node:
    """A state on the way, and what led to it.

    Attributes:
        before: the node before it; None for the first one.
        state: the state.
        said: the submission that each seat sent last, as text; None if it sent none.
        known: what each eye has learned until here, in lines, and the fields of the last one; filled when somebody asks.
    """

    before: _Node | None
    state: Any
    said: BySeat[str | None]
    known: dict[Eye, tuple[str, dict[str, Any]]] = field(default_factory=dict)


@checking
@dataclass(frozen=True, slots=True, eq=False)
class Trajectory:
    """A match from its start to some point between two actions. It is a value: each method gives a new one, so to keep it is to copy it.

    Where both seats owe a submission, each gives its actions by itself, in any order; neither learns anything of the other's before both
    are finished.

    Attributes:
        encoding: of the game.
        given: the actions of each seat's submission that is not played yet.
        path: the chance outcomes of a deal that is not whole yet.
    """

    encoding: Encoding
    given: BySeat[Actions]
    path: Actions
    _node: _Node
    _moves: BySeat[Any]
    _legal: dict[Seat, Actions] = field(init=False, default_factory=dict)  # of the seats that were asked for

    @classmethod
    def of(cls, encoding: Encoding, state: State) -> Trajectory:
        """A match that begins with a state; nothing is known of the events before.

        Args:
            encoding: of the game.
            state: of the game.

        Returns: the trajectory.
        """
        return Trajectory(encoding, _NOTHING, (), _Node(None, state, _SILENT), _NO_MOVES)

    @property
    def state(self) -> State:
        """The state before the submissions that are begun."""
        state: State = self._node.state
        return state

    @property
    def pending(self) -> Pending[Deal]:
        """What the state waits for."""
        pending: Pending[Deal] = self.encoding.game.rules.pending(self._node.state)
        return pending

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that owe an action: both at once, one, or none if a deal is due or the match is over."""
        pending = self.pending
        return tuple(seat for seat in pending.seats if self._moves[seat] is None) if isinstance(pending, Ask) else ()

    def legal_actions(self, seat: Seat) -> Actions:
        """The actions of a seat.

        Args:
            seat: any.

        Returns: ids, ascending; none if the seat owes no action.
        """
        if seat not in self._legal:
            vocabulary = self.encoding.vocabulary
            self._legal[seat] = vocabulary.legal(self._decision(seat), self.given[seat]) if seat in self.actors else ()
        return self._legal[seat]

    def act(self, seat: Seat, action: int) -> Trajectory:
        """One action of a seat. If all submissions are finished by it, the turn is played.

        Args:
            seat: one of the actors.
            action: one of its legal actions.

        Returns: the trajectory after it.

        Raises:
            ValueError: the action is not legal.
        """
        if action not in self.legal_actions(seat):
            raise ValueError(f"{action} is no legal action of {seat} here")
        given = (*self.given[seat], action)
        return self._gave(seat, given, self.encoding.vocabulary.finished(self._decision(seat), given))

    def finish(self, seat: Seat, move: Move) -> Trajectory:
        """A whole submission of one seat, such as a bot chooses; actions that the seat has begun are forgotten.

        Args:
            seat: one of the actors.
            move: a legal one.

        Returns: the trajectory after it. If the other seat owes a submission too, the turn is played once it is finished.

        Raises:
            Malformed, Illegal: the move is not legal.
            ValueError: the seat owes no submission.
        """
        if seat not in self.actors:
            raise ValueError(f"{seat} owes no submission here")
        decision = self._decision(seat)
        return self._gave(seat, (), decision.read(decision.write(move)))

    def _gave(self, seat: Seat, given: Actions, move: Any) -> Trajectory:
        """The trajectory after the actions of a seat, and after the turn if nobody owes any more; `move` is None if more actions follow."""
        after = replace(self, given=self.given.put(seat, given), _moves=self._moves.put(seat, move))
        if after.actors:
            return after
        pending = self.pending
        assert isinstance(pending, Ask)
        return after._played({one: after._moves[one] for one in pending.seats})

    def play(self, turn: Mapping[Seat, Move | Timeout]) -> Trajectory:
        """A whole turn; actions that were begun are forgotten.

        Args:
            turn: for each seat that owes a submission a move, or `TIMEOUT`.

        Returns: the trajectory after it.

        Raises:
            Illegal, ValueError: as `Game.play`.
        """
        self.encoding.game.play(self.state, turn)
        return replace(self, given=_NOTHING)._played(turn)

    def _played(self, turn: Mapping[Seat, Any]) -> Trajectory:
        said = _SILENT
        for seat, move in turn.items():
            said = said.put(seat, TIMEOUT.value if move is TIMEOUT else self._told(seat, move))
        return self._at(_Node(self._node, self.encoding.game.rules.play(self._node.state, turn), said))

    def _at(self, node: _Node) -> Trajectory:
        """The trajectory at a node; a deal without a choice, such as one of no letters, is made at once."""
        after = Trajectory(self.encoding, _NOTHING, (), node, _NO_MOVES)
        pending = after.pending
        if isinstance(pending, Deals) and not after.chance_outcomes():
            return after.deal(self.encoding.deal(pending.chance, ()))
        return after

    def _told(self, seat: Seat, move: Any) -> str:
        """The text of a submission, with its actions if they do not follow from it: a seat remembers in which order it gave them."""
        text: str = self._decision(seat).write(move)
        given = self.encoding.vocabulary.read(self.given[seat])
        return text if not given or _bare(given) == _bare(text) else f"{text} ({given})"

    def _decision(self, seat: Seat) -> Any:
        rules = self.encoding.game.rules
        return rules.decision(rules.view(self._node.state, seat))

    # --- Chance

    def chance_outcomes(self) -> tuple[tuple[int, Fraction], ...]:
        """The outcomes of the next factor of the deal that is due, with their exact probabilities.

        Returns: pairs of id and probability; none if no deal is due.
        """
        pending = self.pending
        return self.encoding.chance_outcomes(pending.chance, self.path) if isinstance(pending, Deals) else ()

    def happen(self, outcome: int) -> Trajectory:
        """One chance outcome; the deal is made once it is whole.

        Args:
            outcome: one of `chance_outcomes`.

        Returns: the trajectory after it.

        Raises:
            ValueError: the outcome cannot happen.
        """
        if outcome not in [number for number, _ in self.chance_outcomes()]:
            raise ValueError(f"{outcome} is no outcome here")
        after = replace(self, path=(*self.path, outcome))
        if after.chance_outcomes():
            return after
        pending = self.pending
        assert isinstance(pending, Deals)
        return self.deal(self.encoding.deal(pending.chance, after.path))

    def deal(self, deal: Deal) -> Trajectory:
        """A whole deal, such as `pending.chance.sample` gives; outcomes that were begun are forgotten.

        Args:
            deal: one that the book allows here.

        Returns: the trajectory after it.

        Raises:
            Illegal: as `Game.deal`.
        """
        return self._at(_Node(self._node, self.encoding.game.deal(self.state, deal), _SILENT))

    # --- What an eye knows

    def information_state(self, eye: Eye) -> str:
        """All that an eye has learned and done, in order. It remembers everything: two matches that look the same have the same text.

        Args:
            eye: a seat, or the public: all that a spectator without private knowledge saw.

        Returns: lines: JSON with the fields that changed for each event; and for a seat `> TEXT` for each of its submissions, with its
            actions if they do not follow from the text, and the actions of a submission that it has begun.
        """
        lines, _ = self._known(eye)
        if not isinstance(eye, Seat):
            return lines
        if self._moves[eye] is not None:
            return f"{lines}\n> {self._told(eye, self._moves[eye])}"
        return f"{lines}\n+ {self.encoding.vocabulary.read(self.given[eye])}" if self.given[eye] else lines

    def _known(self, eye: Eye) -> tuple[str, dict[str, Any]]:
        """The lines of an eye and the fields that it saw last."""
        way: list[_Node] = []
        node: _Node | None = self._node
        while node is not None and eye not in node.known:
            way.append(node)
            node = node.before
        text, fields = ("", {}) if node is None else node.known[eye]
        for one in reversed(way):
            said = one.said[eye] if isinstance(eye, Seat) else None
            now = _flat(self.encoding.fields(one.state, eye))
            changed = {key: value for key, value in now.items() if key not in fields or fields[key] != value}
            lines = [*([text] if text else []), *([f"> {said}"] if said is not None else [])]
            text, fields = "\n".join([*lines, json.dumps(changed, separators=(",", ":"))]), now
            one.known[eye] = text, fields
        return text, fields

    def information_state_tensor(self, eye: Eye) -> list[float]:
        """The observations of an eye at each decision so far, and now.

        Args:
            eye: a seat or the public.

        Returns: the floats of `Encoding.information_state_shape`, row by row; rows to come are zeros.

        Raises:
            ValueError: the game has no such tensor, or clocks ran out so often that the match is too long for it.
        """
        shape = self.encoding.information_state_shape
        if shape is None:
            raise ValueError(f"{self.encoding.game.id} has no information-state tensor with these options")
        rows, columns = shape
        given = self.given[eye] if isinstance(eye, Seat) else ()
        seen: list[list[float]] = [self.encoding.observation_tensor(self.state, eye, given)]
        node = self._node.before
        while node is not None:
            if isinstance(self.encoding.game.rules.pending(node.state), Ask):
                seen.append(self.encoding.observation_tensor(node.state, eye))
            node = node.before
        if len(seen) > rows:
            raise ValueError(f"the match has {len(seen)} decisions; the tensor holds {rows}, which are enough if no clock runs out")
        floats = [number for row in reversed(seen) for number in row]
        return floats + [0.0] * (rows * columns - len(floats))

    def __copy__(self) -> Trajectory:
        return self

    def __deepcopy__(self, _memo: object) -> Trajectory:
        return self

    @property
    def returns(self) -> BySeat[float]:
        """1 for the winner and -1 for the loser; 0 for both if nobody has won, or not yet."""
        pending = self.pending
        winner = pending.winner if isinstance(pending, Over) else None
        return BySeat.of(lambda seat: 0.0 if winner is None else 1.0 if winner is seat else -1.0)


def _bare(text: str) -> str:
    """The letters and digits of a text, in lower case."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _flat(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields with the public and private ones among them."""
    shared = {key: value for key, value in fields.items() if key not in ("public", "private")}
    return {**shared, **fields["public"], **{f"own {key}": value for key, value in fields["private"].items()}}
