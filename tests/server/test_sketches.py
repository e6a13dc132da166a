"""A host lays a deal out by hand, before it is due."""

from __future__ import annotations

import pytest

from deathmatch.core.errors import Illegal, Malformed
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, World

RITE = "guidance-rite/guardians"
SMALL = {"size": "3x3"}
DEAL = "board R1 R2 R3 | C1 C2 C3 | L15 L26 L37"


async def test_a_deal_is_made_changed_and_checked_and_the_table_stays_as_it_was(w: World) -> None:
    made = await w.match(RITE, settings={"by_hand": True}, options=SMALL)
    before = list(w.store.matches[made.id])

    async def ask(deal: str, *prefix: str) -> dict[str, object]:
        sketch = await w.ask(made, "host", lambda room, role: room.sketch(role, deal, list(prefix)))
        return {"deal": sketch.deal, "whole": sketch.step.whole, "problem": sketch.problem, "rule": sketch.rule, "svg": sketch.svg}

    fresh, other = await ask(""), await ask("")
    assert fresh["deal"] == fresh["whole"] != other["deal"]
    assert not fresh["problem"]
    changed = await ask(DEAL.lower(), "A1", "NW")
    assert (changed["deal"], changed["whole"]) == (DEAL, DEAL.replace("L15", "L158"))
    assert not changed["problem"]
    alike = await ask(DEAL, "A3", "B3")
    assert alike["whole"] == DEAL.replace("R1 R2", "R2 R1")
    same = await ask(DEAL.replace("R2", "R12"), "B3", "NE")
    assert "alike" in str(same["problem"])
    assert same["rule"] == "guidance-rite R8"
    assert str(same["svg"]).startswith("<svg")
    with pytest.raises(Malformed, match="from B3 on there is nothing"):
        await ask("board R1")
    with pytest.raises(Malformed, match="cannot come after A1"):
        await ask(DEAL, "A1", "fly")
    assert w.store.matches[made.id] == before


async def test_only_the_host_lays_out_and_only_where_the_game_has_something_to_lay_out(w: World) -> None:
    made, other = await w.match(RITE), await w.match(GAUNTLET)
    for role in ("A", "B", "watcher"):
        with pytest.raises(Problem, match="only the host can prepare a deal"):
            await w.ask(made, role, lambda room, r: room.sketch(r, "", []))
    with pytest.raises(Problem, match="has no board generator"):
        await w.ask(other, "host", lambda room, r: room.sketch(r, "", []))


async def test_a_place_that_cannot_be_chosen_is_refused_with_the_rule_and_one_that_can_gets_a_step(w: World) -> None:
    made = await w.match(RITE, settings={"by_hand": True}, options={**SMALL, "board": "free", "fill": 0, "first": "A"})
    for role in ("A", "B"):
        await w.full(made, role)
    await w.ask(made, "host", lambda room, role: room.deal(role, 0, "board . . B:P5 | . . . | A:P1 . ."))
    with pytest.raises(Illegal, match=r"nothing stands on B2 \(guidance-rite R23\)"):
        await w.ask(made, "A", lambda room, role: room.compose(role, 1, [], "space-b2"))
    step = await w.ask(made, "A", lambda room, role: room.compose(role, 1, [], "space-a1"))
    assert [choice.token for choice in step.choices] == ["A1"]
    with pytest.raises(Problem, match="it is not this seat's turn"):
        await w.ask(made, "B", lambda room, role: room.compose(role, 1, [], "space-b2"))
