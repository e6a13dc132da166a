"""Levels: each knob does something, nothing gets worse as the skill rises, and a bot that overlooks things still keeps to the rules."""

from __future__ import annotations

from dataclasses import astuple, fields, replace
from typing import Any

import pytest

from deathmatch.bots.budget import Counted
from deathmatch.core.bots import AnyBot
from deathmatch.core.game import Ask
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite import levels
from deathmatch.games.guidance_rite.bot import STRONG, Looking, SearchPlan
from deathmatch.games.guidance_rite.drafting import Dearest
from deathmatch.games.guidance_rite.levels import Overlooking
from deathmatch.games.guidance_rite.values import Kind, Owed, pieces
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import Position
from tests.games.guidance_rite.matches import SMALL, advanced, play, scattered, start, terms_of

WORSE = {"missed", "unread", "blur"}  # knobs that fall as the skill rises
PLAIN = Looking(replace(STRONG.limits, positions=2_000), SearchPlan(2), Dearest(), 2)
SAFE = ["deal board . . B:P5 | . B:P5 . | A:P13 . ."]
"""A2 is safe; on B1 the piece is captured, and it is the last one."""


def answers(bot: AnyBot, position: Position, count: int = 24, seat: Seat = Seat.A) -> set[str]:
    """What a bot does in a position, by many lots."""
    view, decision = position.game.view(position.state, seat), position.decision(seat)
    sources = [HmacSource(b"levels", str(number)) for number in range(count)]
    return {decision.write(bot.choose(view, decision, Counted(400), source)) for source in sources}


def with_limits(**given: Any) -> Looking:
    return replace(PLAIN, limits=replace(PLAIN.limits, **given))


def test_the_greatest_skill_plays_as_strong() -> None:
    assert levels.bot(1.0) is STRONG


def test_every_knob_turns_and_none_gets_worse_as_the_skill_rises() -> None:
    steps = [levels.knobs(number / 50) for number in range(50)]
    for field, *values in zip(fields(levels.Knobs), *map(astuple, steps), strict=True):
        assert values == sorted(values, reverse=field.name in WORSE), field.name
        assert len(set(values)) > 3, field.name


def test_a_skill_is_what_its_knobs_say() -> None:
    bot, knobs = levels.bot(0.5), levels.knobs(0.5)
    assert isinstance(bot, Overlooking)
    assert (bot.missed, bot.unread, bot.looking.tries, bot.looking.captures) == (knobs.missed, knobs.unread, knobs.tries, knobs.captures)
    limits = bot.looking.limits
    assert (limits.depth, limits.positions, limits.tried, limits.kept, limits.uses) == (
        int(knobs.depth),
        knobs.positions,
        knobs.tried,
        knobs.kept,
        knobs.uses,
    )
    assert limits.depth + bot.further == knobs.depth
    assert bot.looking.plan.answers == knobs.answers
    assert bot.looking.claims == Dearest(blur=knobs.blur)


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


def test_far_movers_of_the_other_seat_are_taken_for_plain_pieces() -> None:
    terms = terms_of("guardians")
    board = scattered(terms, HmacSource(b"levels", "far"), 20)
    for piece, seen in zip(board, Overlooking(PLAIN, 0.0, 1.0).seen(board, Seat.A, HmacSource(b"levels", "1")), strict=True):
        if piece is not None and seen is not None:
            near = piece.owner is Seat.A or piece.kind in (Kind.RAT, Kind.LIZARD, Kind.PLAIN)
            assert seen.kind is (piece.kind if near else Kind.PLAIN)


def test_nothing_is_overlooked_by_a_bot_that_overlooks_nothing() -> None:
    board = scattered(terms_of("final"), HmacSource(b"levels", "none"), 20)
    assert Overlooking(PLAIN, 0.0, 0.0).seen(board, Seat.A, HmacSource(b"levels", "1")) == board


def test_a_capture_of_the_last_piece_is_never_overlooked() -> None:
    position = play("guardians", ["deal board . B:P5 . | A:P3 A:P127 . | A:P1 A:P2 ."], **SMALL)
    assert len(pieces(position.state.bout.board, Seat.B)) == 1
    assert answers(Overlooking(PLAIN, 1.0, 1.0), position) == {"B2-B3"}


def test_a_bot_that_overlooks_arrows_walks_into_captures() -> None:
    position = play("guardians", SAFE, **SMALL)
    assert answers(Overlooking(PLAIN, 0.0, 0.0), position) == {"A1-A2"}
    assert "A1-B1" in answers(Overlooking(PLAIN, 0.8, 0.0), position)


def test_a_bot_that_misreads_far_movers_walks_into_their_jumps() -> None:
    """The monster on C3 reaches C1 over C2, and takes back what captures there."""
    position = play("guardians", ["deal board . . B:M5 | . . . | A:P1 A:P37 B:P5"], **SMALL)
    assert answers(Overlooking(PLAIN, 0.0, 0.0), position) == {"A1-A2"}
    assert answers(Overlooking(PLAIN, 0.0, 1.0), position) == {"B1-C1"}


def test_it_looks_a_turn_further_as_often_as_it_should() -> None:
    shallow = with_limits(positions=20_000, depth=1)
    for position in battles(turns="alternate")[:4]:
        further = {often: answers(Overlooking(shallow, 0.0, 0.0, often), position, 4, position.owing[0]) for often in (0.0, 0.5, 1.0)}
        assert further[0.5] <= further[0.0] | further[1.0]
    depths = {
        Overlooking(shallow, 0.0, 0.0, 0.5)._for_this_decision(HmacSource(b"today", str(number))).limits.depth for number in range(20)
    }
    assert depths == {1, 2}


def test_powers_are_used_only_if_movements_are_tried_with_them() -> None:
    position = play("guardians", ["deal board B:P . A:P7 | . B:P6 . | A:L5678 A:M5 ."], **SMALL)
    assert answers(with_limits(tried=3), position) == {"C3-B3 monster B1 B2 SW"}
    assert not [answer for answer in answers(with_limits(tried=0), position) if "monster" in answer]


def test_items_are_used_only_if_their_uses_are_looked_at() -> None:
    deal = "deal board . A:P1 A:P | . B:P A:P | . B:P B:P | A:P1 B:P B:P"
    position = play("final", [deal], **{**SMALL, "size": "3x4", "rotate": "A"})
    assert answers(with_limits(uses=24), position, 2) == {"rotate B4 180 A1-A2"}
    assert answers(with_limits(uses=0), position, 2) == {"A1-A2"}


def battles(**given: str) -> list[Position]:
    """Some positions as a battle begins."""
    found = []
    for number in range(12):
        position, source = start("guardians", {"best_of": "1", **given}), HmacSource(b"levels", str(number))
        while not isinstance(position.pending, Ask) or position.state.owed is not Owed.TURN:
            position = advanced(position, source, 1000)
        found.append(position)
    return found


def differing(one: AnyBot, other: AnyBot, positions: list[Position]) -> int:
    """In how many of the positions two bots do not do the same by the same lot."""
    return sum(answers(one, here, 1, here.owing[0]) != answers(other, here, 1, here.owing[0]) for here in positions)


@pytest.mark.parametrize("weaker", [{"positions": 1}, {"depth": 1}])
def test_a_shorter_search_chooses_other_turns(weaker: dict[str, int]) -> None:
    assert differing(with_limits(**{"positions": 20_000, **weaker}), with_limits(positions=20_000), battles(turns="alternate")) >= 2


def test_turns_at_once_that_are_answered_by_better_ones_are_others() -> None:
    assert differing(replace(PLAIN, plan=SearchPlan(0)), PLAIN, battles(turns="simultaneous")) >= 3


def test_an_opinion_that_is_off_claims_other_pieces() -> None:
    position = advanced(start("guardians", {}), HmacSource(b"levels", "claims"))
    assert len(answers(PLAIN, position, 8)) == 1
    assert len(answers(replace(PLAIN, claims=Dearest(blur=3.0)), position, 8)) > 4


def test_placements_are_compared_by_the_captures_after_them() -> None:
    """In the middle every arrow leads to a space, and one to the piece on C3, which captures there."""
    position = play("guardians", ["deal board . . B:P6 | . . . | . . ."], **{**SMALL, "fill": 1})
    assert answers(replace(PLAIN, captures=0), position, 8) == {"place B2 x"}
    assert not [answer for answer in answers(PLAIN, position, 8) if "B2" in answer]


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
