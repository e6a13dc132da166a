"""A game as other frameworks need it: actions, chance outcomes and tensors as numbers (docs/encoding.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from deathmatch import games
from deathmatch.core.arguments import checking, shown
from deathmatch.core.errors import UnknownNameError
from deathmatch.core.game import Ask, Chance, Deals, Decision, Fields, Over
from deathmatch.core.options import lexicons
from deathmatch.core.seats import SEATS, Eye, Seat
from deathmatch.core.words import WordList
from deathmatch.library.game import Deal, Game, Move, State, state_of
from deathmatch_frameworks import factors, tensors
from deathmatch_frameworks.declaring import FORMAT, GameEncoding
from deathmatch_frameworks.trajectory import Trajectory
from deathmatch_frameworks.vocabulary import Vocabulary

Action = int
"""The id of a token: one step of a move."""


@dataclass(frozen=True, slots=True)
class TensorField:
    """A part of an observation tensor.

    Attributes:
        name: of the field: `chips.A`.
        start, size: which floats of the tensor it is.
        words: their meaning.
    """

    name: str
    start: int
    size: int
    words: str


@checking
@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Encoding:
    """A game in numbers. `load_encoding` makes one. All of it stays the same within one format version and the same options.

    Attributes:
        game: the game.
        version: the format version of ids and tensors.
        vocabulary: the tokens of moves by id.
        layout: the fields of an observation tensor, in order.
        of_game: what the game says of itself (`deathmatch.authoring.GameEncoding`).
    """

    game: Game
    version: int
    vocabulary: Vocabulary
    layout: tuple[TensorField, ...]
    of_game: GameEncoding

    def __repr__(self) -> str:
        return f"load_encoding({self.game!r})"

    def __reduce__(self) -> tuple[Any, tuple[Game]]:
        return (load_encoding if self.vocabulary.words is None else partial(load_encoding, words=True)), (self.game,)

    # --- Moves

    @property
    def num_distinct_actions(self) -> int:
        """How many ids of tokens there are; an id is less than this."""
        return len(self.vocabulary)

    @property
    def longest(self) -> int | None:
        """Submissions of one match at most, of both seats together, if no clock runs out; None if there is no bound."""
        return self.of_game.longest

    @property
    def deepest(self) -> int:
        """Actions of one submission at most."""
        return self.of_game.deepest

    def id(self, token: str) -> Action:
        """The id of a token.

        Args:
            token: one of the vocabulary.

        Returns: the id.

        Raises:
            ValueError: there is no such token.
        """
        if token not in self.vocabulary.ids:
            raise ValueError(f"token must be one of {self.game.id}, not {shown(token)}")
        return self.vocabulary.ids[token]

    def token(self, action: Action) -> str:
        """The token of an id.

        Args:
            action: from 0 to `num_distinct_actions` - 1.

        Returns: the token.

        Raises:
            ValueError: there is no such id.
        """
        if not 0 <= action < len(self.vocabulary):
            raise ValueError(f"action must be from 0 to {len(self.vocabulary) - 1}, not {shown(action)}")
        return self.vocabulary.tokens[action]

    def legal_actions(self, decision: Decision[Move], given: tuple[Action, ...] = ()) -> tuple[Action, ...]:
        """The actions that may come next in a submission. Every one leads to a legal move.

        Args:
            decision: of a seat.
            given: the actions so far, each of them legal.

        Returns: ids, ascending; none if the submission is finished.

        Raises:
            Malformed: an action was not legal.
        """
        return self.vocabulary.legal(decision, given)

    def move(self, decision: Decision[Move], given: tuple[Action, ...]) -> Move | None:
        """The move that some actions are.

        Args:
            decision: of a seat.
            given: actions, each of them legal after those before it.

        Returns: the move; None while more actions must follow.

        Raises:
            Malformed: an action was not legal.
        """
        found: Move | None = self.vocabulary.finished(decision, given)
        return found

    # --- Chance

    @property
    def max_chance_outcomes(self) -> int:
        """How many ids of chance outcomes there are; 0 in a game without deals, or whose deals are factored by their own random choices."""
        return len(self.of_game.chances)

    def is_factored(self, chance: Chance[Deal]) -> bool:
        """Whether each deal of a chance has one path, so that the product of its probabilities is the probability of the deal.

        Args:
            chance: from a pending deal.

        Returns: false if the factors are the random choices that `sample` makes: several paths may lead to one deal then.
        """
        return self.of_game.factored(chance) is not None

    def chance_outcomes(self, chance: Chance[Deal], path: tuple[int, ...] = ()) -> tuple[tuple[int, Fraction], ...]:
        """The outcomes of the next factor of a deal with their exact probabilities.

        Args:
            chance: from a pending deal.
            path: the outcomes so far.

        Returns: pairs of an id and a probability above 0, which add up to 1; none if the path is a whole deal.
        """
        factored = self.of_game.factored(chance)
        if factored is None:
            return tuple((int(token), part) for token, part in factors.traced(chance, tuple(map(str, path))))
        ids = self.of_game.chances
        return tuple((ids.index(token), part) for token, part in factored.factor(tuple(ids[number] for number in path)))

    def deal(self, chance: Chance[Deal], path: tuple[int, ...]) -> Deal:
        """The deal of a whole path.

        Args:
            chance: from a pending deal.
            path: outcomes until there are no more.

        Returns: the deal.
        """
        factored = self.of_game.factored(chance)
        if factored is None:
            traced: Deal = factors.told(chance, tuple(map(str, path)))
            return traced
        whole: Deal = factored.whole(tuple(self.of_game.chances[number] for number in path))
        return whole

    def path(self, chance: Chance[Deal], deal: Deal) -> tuple[int, ...]:
        """The only path to a deal.

        Args:
            chance: one that is factored.
            deal: one of its deals.

        Returns: outcomes.

        Raises:
            ValueError: the deals of this chance have several paths.
        """
        factored = self.of_game.factored(chance)
        if factored is None:
            raise ValueError(f"the deal {chance.name} has no single path")
        return tuple(self.of_game.chances.index(token) for token in factored.path(deal))

    def chance_token(self, outcome: int) -> str:
        """The outcome of a factored chance in words of the notation.

        Args:
            outcome: from 0 to `max_chance_outcomes` - 1.

        Returns: such as a letter or a number.

        Raises:
            ValueError: there is no such outcome.
        """
        if not 0 <= outcome < self.max_chance_outcomes:
            raise ValueError(f"outcome must be less than {self.max_chance_outcomes} and not below 0, not {shown(outcome)}")
        return self.of_game.chances[outcome]

    # --- What an eye sees

    @property
    def observation_size(self) -> int:
        """The floats of an observation tensor; its shape is `(observation_size,)`."""
        last = self.layout[-1]
        return last.start + last.size

    @property
    def information_state_shape(self) -> tuple[int, int] | None:
        """Rows and columns of an information-state tensor: the observation at each decision of a match.

        None if a match has no bound, or the tensor would have more than 2**18 floats.
        """
        if self.longest is None or (self.longest + 1) * self.observation_size > LARGEST:
            return None
        return self.longest + 1, self.observation_size

    def fields(self, state: State, eye: Eye) -> dict[str, Any]:
        """The public fields of the rule book and, for a seat, its private ones, with the fields that all books share.

        Args:
            state: of this game.
            eye: a seat or the public.

        Returns: the fields, made from the eye's view and from the question that is open, which is public.
        """
        rules = self.game.rules
        pending, view = rules.pending(state_of(self.game, state)), self.game.view(state, eye)
        over = pending if isinstance(pending, Over) else None
        shared: dict[str, Any] = {
            "pending": [seat.value for seat in pending.seats] if isinstance(pending, Ask) else [],
            "decision": pending.name if isinstance(pending, Ask) else pending.chance.name if isinstance(pending, Deals) else None,
            "over": over is not None,
            "winner": over.winner.value if over is not None and over.winner is not None else None,
        }
        private: Fields = rules.private(view) if isinstance(eye, Seat) else {}
        return {**shared, "public": rules.public(view), "private": private}

    def observation(self, state: State, eye: Eye) -> str:
        """All that an eye sees of a state, as one line of JSON. It does not say what the eye saw before.

        Args:
            state: of this game.
            eye: a seat or the public.

        Returns: the line.
        """
        return json.dumps(self.fields(state, eye), separators=(",", ":"), ensure_ascii=True)

    def observation_tensor(self, state: State, eye: Eye, given: tuple[Action, ...] = ()) -> list[float]:
        """The same as floats from 0 to 1.

        Args:
            state: of this game.
            eye: a seat or the public.
            given: the actions of a submission that the seat has begun.

        Returns: `observation_size` floats; `layout` says which is which.
        """
        seen, game = self.fields(state, eye), self.of_game
        floats = [float(eye is seat) for seat in SEATS]
        floats += [float(seat in seen["pending"]) for seat in SEATS]
        floats += [float(seen["decision"] == name) for name in game.decisions]
        floats += [float(seen["over"]), *(float(seen["winner"] == seat) for seat in SEATS)]
        for fields, kinds in ((seen["public"], game.public), (seen["private"], game.private)):
            tensors.Table(kinds).write(fields, floats)
        counts = [0.0] * len(self.vocabulary)
        for action in given:
            counts[action] += 1 / game.deepest
        order = [(action + 1) / len(self.vocabulary) for action in given]
        return [*floats, *counts, *order, *[0.0] * (game.deepest - len(order))]

    # --- Matches

    def start(self) -> Trajectory:
        """The start of a match that is played action by action.

        Returns: the trajectory before any event.
        """
        return Trajectory.of(self, self.game.start())


LARGEST = 1 << 18  # floats of an information-state tensor


def _layout(game: GameEncoding, vocabulary: Vocabulary) -> Iterator[TensorField]:
    fields: list[tuple[str, int, str]] = [
        ("eye", len(SEATS), "whose view this is: A, B; the public is all zeros"),
        ("pending", len(SEATS), "who owes a submission: A, B"),
        ("decision", len(game.decisions), f"the decision that is owed: {', '.join(game.decisions)}"),
        ("over", 1, "whether the match is over"),
        ("winner", len(SEATS), "who won: A, B"),
        *tensors.places(tensors.Table(game.public)),
        *tensors.places(tensors.Table(game.private)),
        ("given", len(vocabulary), f"how often each action is in the submission so far, divided by {game.deepest}"),
        ("order", game.deepest, f"the actions of the submission so far in order, each as (id + 1) / {len(vocabulary)}"),
    ]
    start = 0
    for name, size, words in fields:
        yield TensorField(name, start, size, words)
        start += size


@checking
def load_encoding(game: Game, *, words: bool = False) -> Encoding:
    """A game in numbers: actions, chance outcomes, observations and states, as OpenSpiel, PettingZoo and learners need them.

    Args:
        game: any game of this project; one of another package must have the capability `encoding`.
        words: whether the actions spell only words of the list that the game's options name (option `lexicon`); by default, and if they
            name none, a word may be any letters. Ids and tensors are the same.

    Returns: the encoding.

    Raises:
        UnknownNameError: the variant has no encoding.
        PluginError: another package brings the encoding, and it cannot be loaded.
        UnknownLexiconError, UnreadableLexiconError: the word list is wanted, and is not there or cannot be read.
    """
    return encoding_of(game, _listed(game) if words else None)


@lru_cache(maxsize=4)
def _listed(game: Game) -> WordList | None:
    """The words of the list that the game's options name."""
    from deathmatch.library.bots import word_lists

    lists, names = word_lists(game), lexicons(game.variant.options, game.options)
    if lists is None:
        return None
    words = lists.words(names[0])
    return words if isinstance(words, WordList) else WordList.of(words)


def encoding_of(game: Game, words: WordList | None = None) -> Encoding:
    """See `load_encoding`; the game may be one that no registry knows."""
    made: GameEncoding | None = games.made_by(game.variant, "encoding", game.rules)
    if made is None:
        raise UnknownNameError(f"{game.id} has no encoding; its package can bring one (docs/adding-a-game.md)")
    vocabulary = Vocabulary.of(made.tokens, spelling=made.spelling, words=words)
    return Encoding(game, FORMAT, vocabulary, tuple(_layout(made, vocabulary)), made)
