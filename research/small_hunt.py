"""Letter Hunt on six letters with hands of two, a few words and a turn limit: solved whole, and the exploitability of `strong` in it.

The tree is made by the rules themselves (`games/letter_hunt/rules.py`), with smaller `Sizes`. Two games:

- `pick`: as in `colosseum`, each seat is offered three letters, so all six, and picks two.
- `hands`: as in `gambit` without a hold phase, each seat is dealt two.

A seat may guess any letter that nobody has lost and that it does not hold itself, and name any two of those; it may play any word of the
list. `python -m research.small_hunt` solves both by CFR+ (`research/cfr.py`) and states the exploitability of `strong`. With `--judge`
OpenSpiel judges the same policies, and solves the game itself (`pip install open_spiel`).
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import combinations, pairwise
from typing import Any, Final

import numpy as np

from bench.machine import each
from deathmatch.core.bots import UNLIMITED
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.core.words import WordList
from deathmatch.games import find
from deathmatch.games.letter_hunt import LetterHunt, fast, rules
from deathmatch.games.letter_hunt.belief import ANYBODY, numbers
from deathmatch.games.letter_hunt.bot import Strong, Vocabulary
from deathmatch.games.letter_hunt.state import State
from deathmatch.games.letter_hunt.values import Both, Due, Move, Phase, Sizes, Terms, Verb, without
from deathmatch.match.dealer import HmacSource
from research import cfr
from research.hidden_letters import FORMER, Former

GAMES: Final = ("pick", "hands")
LETTERS: Final = "AELNST"
WORDS: Final = ("ANT",)
STEPS: Final = 300  # of CFR+


@dataclass(frozen=True, slots=True)
class Small:
    """A small game.

    Attributes:
        name: `pick` or `hands`.
        words: the list.
        turn_limit: turns of each seat after which only guesses are allowed.
        most: deals that are looked at, the first ones; None for all.
        letters: the alphabet.
    """

    name: str
    words: tuple[str, ...] = WORDS
    turn_limit: int = 1
    most: int | None = None
    letters: str = LETTERS

    @property
    def sizes(self) -> Sizes:
        """How many letters there are: hands of two, and offers of three."""
        return Sizes(self.letters, 2, ((self.letters, 3),))

    def game(self) -> LetterHunt:
        """The game of the real rules, with less of everything."""
        variant, options = ("colosseum", {}) if self.name == "pick" else ("gambit", {"holds": 0})
        _, game = find(f"letter-hunt/{variant}").bind({**options, "first": "A", "lexicon": "any", "turn_limit": self.turn_limit})
        assert isinstance(game, LetterHunt)
        return LetterHunt(replace(game.terms, sizes=self.sizes))

    def strong(self) -> Strong:
        """The bot, with the words of the list."""
        terms = self.game().terms
        return Strong(terms, Vocabulary(fast.book(WordList.of(self.words), terms.each)))

    def former(self) -> Strong:
        """The bot as it was."""
        now = self.strong()
        return Former(now.terms, now.known, FORMER, ANYBODY)


def deals(terms: Terms) -> Iterator[Both]:
    """Every deal of the hands or offers, all equally likely."""
    size = 3 if terms.offers else 2
    letters = terms.sizes.letters
    for first in combinations(letters, size):
        for second in combinations(without(letters, "".join(first)), size):
            yield Both(Due.OFFER if terms.offers else Due.HANDS, BySeat("".join(first), "".join(second)))


def moves(small: Small, terms: Terms, state: State, seat: Seat) -> list[Move]:
    """The moves of a seat."""
    side = state.sides[seat]
    match state.phase:
        case Phase.PICK:
            return [Move(Verb.PICK, "".join(two)) for two in combinations(side.dealt[0], terms.sizes.hand)]
        case Phase.HINT:
            return [Move(Verb.HINT, kind) for kind in terms.kinds if kind not in state.turns[-1].taken]
        case Phase.LOSE:
            return [Move(Verb.LOSE, letter) for letter in side.hand]
    left = without(terms.sizes.letters, side.hand + state.lost.a + state.lost.b)
    named = [Move(Verb.HAND, "".join(some)) for some in combinations(left, len(state.sides[seat.other].hand))]
    guesses = [Move(Verb.GUESS, letter) for letter in left] + [move for move in named if len(move.what) > 1]
    played = {turn.what for turn in state.turns}
    words = [] if terms.over_words(state.turn) else [word for word in small.words if word not in played]
    return [Move(Verb.WORD, word) for word in words] + guesses


class Planted:
    """The tree of a small game, with the state and the seat of one history for each information set.

    Attributes:
        tree: the game.
        growing: the names of its information sets and of their actions.
        seen: by the number of each information set a state in which it is asked, and its seat.
    """

    def __init__(self, small: Small) -> None:
        self.small, self.game = small, small.game()
        self.terms = self.game.terms
        self.seen: dict[int, tuple[State, Seat]] = {}
        self.growing = cfr.Growing()
        start = self.game.start()
        root = self.growing.add(cfr.CHANCE, -1)
        every = list(deals(self.terms))[: small.most]
        for deal in every:
            state = rules.deal(self.terms, start, deal)
            told: BySeat[tuple[str, ...]] = deal.sets.map(lambda letters: (letters,))
            self._grow(state, root, 1 / len(every), told, {})
        self.tree = self.growing.grown()

    def _grow(self, state: State, parent: int, chance: float, told: BySeat[tuple[str, ...]], sealed: Mapping[Seat, Move]) -> None:
        """A node and all below it. `told` is what each seat knows, `sealed` the first submission of two at once."""
        if state.outcome is not None:
            self.growing.add(cfr.OVER, parent, chance, 1.0 if state.outcome.winner is Seat.A else -1.0)
            return
        seat = next(seat for seat in state.asked(self.terms) if seat not in sealed)
        some = moves(self.small, self.terms, state, seat)
        named = self.growing.named((seat.value, told[seat]), SEATS.index(seat), [move.text for move in some])
        self.seen.setdefault(named, (state, seat))
        node = self.growing.add(SEATS.index(seat), parent, chance, named=named)
        for move in some:
            turn = {**sealed, seat: move}
            if len(turn) < len(state.asked(self.terms)):
                self._grow(state, node, 1.0, told.put(seat, (*told[seat], move.text)), turn)
                continue
            after = rules.play(self.terms, state, turn)
            self._grow(after, node, 1.0, self._after(state, after, told, turn), {})

    def _after(self, before: State, after: State, told: BySeat[tuple[str, ...]], turn: Mapping[Seat, Move]) -> BySeat[tuple[str, ...]]:
        """What each seat knows after a turn: its own pick, and everything that is public."""
        if before.phase is Phase.PICK:
            (last,) = [seat for seat in turn if turn[seat].text not in told[seat][-1:]]
            return told.put(last, (*told[last], turn[last].text))
        ((seat, move),) = turn.items()
        line = f"{seat} {move.text}"
        if before.phase is Phase.HINT and after.phase is not Phase.HINT:
            line += " ".join(str(taken.result) for taken in after.turns[-1].hints if taken is not None)
        elif move.verb is Verb.GUESS:
            line += str(after.turns[-1].hit)
        return told.map(lambda known: (*known, line))

    def policy(self, bot: Strong) -> cfr.Floats:
        """The policy of a bot, in the information sets that its own play reaches; everywhere else all actions alike."""
        policy, tree = self.tree.uniform(), self.tree
        reach = np.empty((3, tree.kind.size))
        for start, end in pairwise(tree.levels):  # own play down to a level depends on the levels above it
            cfr.reached(tree, policy, reach)
            for seat in (0, 1):
                here = np.flatnonzero((tree.kind[start:end] == seat) & (reach[seat, start:end] > 0)) + start
                for named in np.unique(tree.named[here]):
                    self._put(bot, policy, int(named))
        return policy

    def _put(self, bot: Strong, policy: cfr.Floats, named: int) -> None:
        """The mixture of a bot in an information set, put into its policy."""
        state, seat = self.seen[named]
        view, actions = self.game.view(state, seat), self.growing.actions[named]
        if state.phase is Phase.PICK:
            assert view.own is not None
            chances: list[float] = bot.habits.picked(numbers(view.own.dealt[0])[None], self.terms.sizes.hand)[0].tolist()
        else:
            chances = [0.0] * len(actions)
            for move, chance in bot.chances(view, UNLIMITED.budget, HmacSource(b"small hunt", "strong")).items():
                alone = move.verb is Verb.HAND and len(move.what) == 1  # to name the last letter is to guess it
                chances[actions.index(f"guess {move.what}" if alone else move.text)] += chance
        start = self.tree.offset[named]
        policy[start : start + len(chances)] = chances

    def fixed(self, policy: cfr.Floats, phase: Phase) -> cfr.Floats:
        """A policy in one phase only; not a number elsewhere."""
        keeps = np.array([self.seen[named][0].phase is phase for named in range(self.tree.sizes.size)])
        return np.where(np.repeat(keeps, self.tree.sizes), policy, np.nan)

    def efg(self) -> str:
        """The game in the format of Gambit, for other programs."""
        tree, lines = self.tree, ['EFG 2 R "Small Hunt" { "A" "B" }', '""']
        numbered = {0: 0, 1: 0}
        number = []
        for owner in tree.owner:
            numbered[int(owner)] += 1
            number.append(numbered[int(owner)])
        stack = [0]
        while stack:
            node = stack.pop()
            children = range(tree.first[node], tree.first[node] + tree.children[node])
            if tree.kind[node] == cfr.OVER:
                payoff = int(tree.payoff[node])
                lines.append(f't "" {1 if payoff > 0 else 2} "" {{ {payoff} {-payoff} }}')
                continue
            if tree.kind[node] == cfr.CHANCE:
                shares = " ".join(f'"{place}" 1/{len(children)}' for place in range(len(children)))
                lines.append(f'c "" 1 "" {{ {shares} }} 0')
            else:
                named = int(tree.named[node])
                actions = " ".join(f'"{text}"' for text in self.growing.actions[named])
                lines.append(f'p "" {tree.owner[named] + 1} {number[named]} "{named}" {{ {actions} }} 0')
            stack += reversed(children)
        return "\n".join(lines) + "\n"


# --- The judge


def judged(planted: Planted, policies: Mapping[str, cfr.Floats], steps: int) -> dict[str, float]:
    """What OpenSpiel says: the exploitability of some policies, and of its own CFR+ after these steps."""
    pyspiel: Any = import_module("pyspiel")  # optional: pip install open_spiel
    game = pyspiel.load_efg_game(planted.efg())
    found = {}
    for name, policy in policies.items():
        table = pyspiel.TabularPolicy(_table(game, planted, policy))
        found[name] = pyspiel.nash_conv(game, table) / 2
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(steps):
        solver.evaluate_and_update_policy()
    found["open_spiel"] = pyspiel.nash_conv(game, solver.average_policy()) / 2
    return found


def _table(game: Any, planted: Planted, policy: cfr.Floats) -> dict[str, list[tuple[int, float]]]:
    """A policy by OpenSpiel's names of information sets, which begin with the seat and end with our number of the set."""
    table: dict[str, list[tuple[int, float]]] = {}
    offset, sizes = planted.tree.offset, planted.tree.sizes
    stack = [game.new_initial_state()]
    while stack:
        state = stack.pop()
        if state.is_terminal():
            continue
        actions = state.legal_actions()
        if not state.is_chance_node():
            name = state.information_state_string()
            if name not in table:
                named = int(re.findall(r"\d+", name)[-1])
                chances = policy[offset[named] : offset[named] + sizes[named]]
                table[name] = list(zip(actions, map(float, chances), strict=True))
        stack += [state.child(action) for action in actions]
    return table


# --- Measured


def measure() -> dict[str, Any]:
    """Both games."""
    return {name: measured(Small(name), STEPS, 0) for name in each(GAMES)}


def measured(small: Small, steps: int, judge: int) -> dict[str, Any]:
    """The value of a small game, and exploitabilities: of its solution, of `strong` as it is and was, of any legal move.

    Also that of `strong` in one kind of choice, if all else is solved for that.
    """
    planted = Planted(small)
    tree = planted.tree
    solution, strong = cfr.solved(tree, steps), planted.policy(small.strong())
    found: dict[str, Any] = {
        "game": small.name,
        "words": small.words,
        "turn_limit": small.turn_limit,
        "nodes": tree.kind.size,
        "information_sets": tree.sizes.size,
        "steps": steps,
        "value": cfr.value_of(tree, solution),
        "cfr_plus": cfr.exploitability(tree, solution),
        "strong": cfr.exploitability(tree, strong),
        "former": cfr.exploitability(tree, planted.policy(small.former())),
        "strong_as_a": -cfr.best_response(tree, strong, 1)[0],
        "strong_as_b": -cfr.best_response(tree, strong, 0)[0],
        "any_move": cfr.exploitability(tree, tree.uniform()),
    }
    for name, phase in (("picks", Phase.PICK), ("losses", Phase.LOSE)):
        part = cfr.solved(tree, steps, planted.fixed(strong, phase))
        found[f"strong_{name}_alone"] = cfr.exploitability(tree, part)
    if judge:
        found["judge"] = judged(planted, {"cfr_plus": solution, "strong": strong}, judge)
    return found


def main() -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser(prog="python -m research.small_hunt", description=__doc__)
    parser.add_argument("game", choices=GAMES, nargs="+")
    parser.add_argument("--words", nargs="+", default=WORDS, help="the list")
    parser.add_argument("--turns", type=int, default=1, help="turns of each seat with words")
    parser.add_argument("--deals", type=int, help="of all deals the first ones")
    parser.add_argument("--steps", type=int, default=STEPS, help="of CFR+")
    parser.add_argument(
        "--judge", type=int, default=0, metavar="STEPS", help="let OpenSpiel judge, and solve by itself in this number of steps"
    )
    given = parser.parse_args()
    for name in each(given.game):
        print(json.dumps(measured(Small(name, tuple(given.words), given.turns, given.deals), given.steps, given.judge)), flush=True)


if __name__ == "__main__":
    main()
