"""The kernels against `rules.py`, which is the law: on random walks under every option, with time-outs, items and answers."""

from __future__ import annotations

import numpy as np
import pytest

from deathmatch.core.game import TIMEOUT, Ask, Over, Timeout
from deathmatch.core.options import Values
from deathmatch.core.seats import PUBLIC, SEATS, Seat
from deathmatch.games.five_card_trick import rules
from deathmatch.games.five_card_trick.fast import rounds
from deathmatch.games.five_card_trick.fast.rounds import NONE, catalogue, position
from deathmatch.games.five_card_trick.values import Answer, Submission
from deathmatch.match.dealer import HmacSource
from tests.games.five_card_trick.positions import bound

OPTIONS: list[tuple[str, Values]] = [
    ("gauntlet", {}),
    ("gauntlet", {"blocked_collides": "no"}),
    ("gauntlet", {"steal_needs": "any", "blocked_collides": "no"}),
    ("setna", {"illegal": "refuse"}),
    ("setna", {"illegal": "disregard", "steal_needs": "any"}),
    ("final", {}),
    ("final", {"overload": "B", "reset": "B", "priority": "A", "priority_beats_block": "yes"}),
    ("final", {"overload": "A", "reset": "A", "priority": "A", "blocked_collides": "no"}),
    ("final", {"steal_needs": "any", "overload": "none", "priority": "B", "reset": "A"}),
]


@pytest.mark.parametrize(("name", "given"), OPTIONS)
def test_a_round_by_the_kernel_is_a_round_by_the_rules(name: str, given: Values) -> None:
    game = bound(name, {"rounds": 99, "max_rounds": 200, "replay_limit": 0, **given})
    book = catalogue(game.terms)
    source = HmacSource(b"walk", f"{name} {sorted(given.items())}")
    row_of = {move: row for row, move in enumerate(book.moves)}
    seen = answered = 0
    for _ in range(12):
        state = game.start()
        while not isinstance(pending := game.pending(state), Over):
            assert isinstance(pending, Ask)
            view = game.view(state, PUBLIC)
            here = position(view)
            if state.answering is not None:
                answered += 1
                use = bool(source.below(2))
                state = game.play(state, {state.answering: Answer.PRIORITY if use else Answer.PASS})
                if use:
                    rounds.use_priority(here, SEATS.index(pending.seats[0]))
                assert position(game.view(state, PUBLIC)).tolist() == here.tolist()
                continue
            turn: dict[Seat, Submission | Timeout] = {}
            rows = []
            for k, seat in enumerate(SEATS):
                open_ = book.open(here, k)
                if name != "setna" or not game.terms.disregard:
                    assert {book.moves[row] for row in open_} == set(rules.legal(game.terms, state.sides[seat]))
                move = TIMEOUT if source.below(20) == 0 else book.moves[source.choice(open_.tolist())]
                turn[seat] = move
                rows.append(NONE if isinstance(move, Timeout) else row_of[move])
            after = np.empty(rounds.WIDTH, dtype=np.int64)
            asked = rounds.play(here, book.rows, book.book, rows[0], rows[1], after)
            assert position(view).tolist() == here.tolist(), "the position before the round stays as it was"
            state = game.play(state, turn)
            expected = position(game.view(state, PUBLIC))
            if state.outcome is None:
                assert after.tolist() == expected.tolist()
                assert asked == (NONE if state.answering is None else SEATS.index(state.answering))
            seen += 1
    assert seen > 1000
    assert answered > 5 or "priority" not in game.terms.received.a + game.terms.received.b
