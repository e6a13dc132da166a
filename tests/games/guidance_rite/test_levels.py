"""Levels: each knob does something, nothing gets worse as the skill rises, and a bot that overlooks things still keeps to the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import AnyBot
from deathmatch.core.game import Ask
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import levels
from deathmatch.games.guidance_rite.bot import STRONG, Looking, SearchPlan
from deathmatch.games.guidance_rite.drafting import Dearest
from deathmatch.games.guidance_rite.levels import Overlooking
from deathmatch.games.guidance_rite.values import pieces
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import SMALL, advanced, play, scattered, start, terms_of

PLAIN = Looking(replace(STRONG.limits, positions=2_000), SearchPlan(2), Dearest(), 2)


def answers(bot: AnyBot, position: Position, count: int = 24, seat: Seat = Seat.A) -> set[str]:
    """What a bot does in a position, by many lots."""
    view, decision = position.game.view(position.state, seat), position.decision(seat)
    sources = [HmacSource(b"levels", str(number)) for number in range(count)]
    return {decision.write(bot.choose(view, decision, Counted(400), source)) for source in sources}


def test_the_arrows_that_are_overlooked_are_missing_in_its_mind_and_nothing_else() -> None:
    terms = terms_of("final")
    source, lost = HmacSource(b"levels", "arrows"), {Seat.A: [0, 0], Seat.B: [0, 0]}
    for _ in range(60):
        board = scattered(terms, source, 20)
        for piece, seen in zip(board, Overlooking(PLAIN, 0.5, 0.0).seen(board, Seat.A, source), strict=True):
            if piece is None or seen is None:
                assert piece is seen
                continue
            assert replace(seen, black=piece.black, grey=piece.grey) == piece
            assert not seen.black & ~piece.black | seen.grey & ~piece.grey
            assert piece.owner is not None
            count = lost[piece.owner]
            count[0] += piece.arrows.bit_count() - seen.arrows.bit_count()
            count[1] += piece.arrows.bit_count()
    assert 0.45 < lost[Seat.B][0] / lost[Seat.B][1] < 0.55
    assert 0.2 < lost[Seat.A][0] / lost[Seat.A][1] < 0.3


def test_a_capture_of_the_last_piece_is_never_overlooked() -> None:
    position = play("guardians", ["deal board . B:P5 . | A:P3 A:P127 . | A:P1 A:P2 ."], **SMALL)
    assert len(pieces(position.state.bout.board, Seat.B)) == 1
    assert answers(Overlooking(PLAIN, 1.0, 1.0), position) == {"B2-B3"}


@pytest.mark.parametrize("variant", ["guardians", "final"])
@pytest.mark.parametrize("skill", [0.0, 0.4, 0.8])
def test_a_bot_that_overlooks_things_keeps_to_the_rules(variant: str, skill: float) -> None:
    """Items, powers and passes too: what the board in its mind allows and the rules do not is thought over again."""
    given = {"rotate": "both", "swap": "both", "honour": "both"} if variant == "final" else {"turns": "simultaneous"}
    position, source = start(variant, {"size": "4x4", **given}), HmacSource(b"walk", f"{variant} {skill}")
    bot = levels.bot(skill)
    for _ in range(24):
        if isinstance(position.pending, Ask):
            for seat in position.owing:
                view, decision = position.game.view(position.state, seat), position.decision(seat)
                decision.check(bot.choose(view, decision, Counted(30), source))
        position = advanced(position, source)
        if position.over is not None:
            break
