"""A table where the host makes the deals."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.errors import Illegal, Malformed, Rule
from deathmatch.games.guidance_rite.rules import BoardDeal
from deathmatch.match.position import DEAL
from deathmatch.match.record import read
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET, TOY, World, settle

BY_HAND = {"by_hand": True, "publish": True}


async def test_such_a_table_has_a_host_and_so_has_its_rematch(w: World) -> None:
    with pytest.raises(Problem, match="needs a host"):
        await w.match(TOY, settings=BY_HAND, host=False)
    with pytest.raises(Problem, match="this variant has no deals"):
        await w.match(GAUNTLET, settings=BY_HAND)
    made = await w.match(TOY, settings=BY_HAND)
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    for seat in ("A", "B"):
        await w.ask(made, seat, lambda room, role, link=made.seats[seat]: room.wish(role, str(link)))  # type: ignore[misc]
    await settle()
    host = (await w.full(made, "host")).table.rematch
    link = await w.lobby.host(host.removeprefix("/h/"))
    assert (await w.within(link, lambda room: room.table("host"))).settings["by_hand"]


# --- A host lays a deal out by hand, before it is due


RITE = "guidance-rite/guardians"
SMALL = {"size": "3x3"}
BOARD = "board R1 R2 R3 | C1 C2 C3 | L15 L26 L37"


async def test_a_deal_is_made_changed_and_checked_and_the_table_stays_as_it_was(w: World) -> None:
    made = await w.match(RITE, settings={"by_hand": True}, options=SMALL)
    before = list(w.store.matches[made.id])

    async def ask(deal: str, *prefix: str) -> dict[str, object]:
        sketch = await w.ask(made, "host", lambda room, role: room.sketch(role, deal, list(prefix)))
        return {"deal": sketch.deal, "whole": sketch.step.whole, "problem": sketch.problem, "rule": sketch.rule, "svg": sketch.svg}

    fresh, other = await ask(""), await ask("")
    assert fresh["deal"] == fresh["whole"] != other["deal"]
    assert not fresh["problem"]
    changed = await ask(BOARD.lower(), "A1", "NW")
    assert (changed["deal"], changed["whole"]) == (BOARD, BOARD.replace("L15", "L158"))
    assert not changed["problem"]
    alike = await ask(BOARD, "A3", "B3")
    assert alike["whole"] == BOARD.replace("R1 R2", "R2 R1")
    same = await ask(BOARD.replace("R2", "R12"), "B3", "NE")
    assert "alike" in str(same["problem"])
    assert same["rule"] == "guidance-rite R8"
    assert str(same["svg"]).startswith("<svg")
    with pytest.raises(Malformed, match="from B3 on there is nothing"):
        await ask("board R1")
    with pytest.raises(Malformed, match="cannot come after A1"):
        await ask(BOARD, "A1", "fly")
    assert w.store.matches[made.id] == before


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


# --- Deals that are prepared ahead, on the server


OTHER = BOARD.replace("L15", "L16")
LAST = BOARD.replace("L15", "L17")


async def begin(w: World, made: Any) -> None:
    """Both players are ready."""
    for seat in ("A", "B"):
        await w.ask(made, seat, lambda room, role: room.ready(role))


async def test_boards_of_all_bouts_are_prepared_before_the_match_and_dealt_when_they_are_due(w: World) -> None:
    """Sentence 26 of the hosts' list: a new board is presented at the start of each bout, without the host."""
    made = await w.match(RITE, settings={**BY_HAND, "check_in": True}, options={**SMALL, "last_tie": "ec"})
    await w.ask(made, "host", lambda room, role: room.prepare(role, BOARD.lower(), OTHER, LAST))
    assert (await w.full(made, "host")).table.prepared == [BOARD, OTHER, LAST]
    w = await w.again()
    await begin(w, made)
    seen = (await w.full(made, "A")).seen
    assert (seen.public["decision"], seen.public["bout"]) == ("claim", 1)
    host = (await w.full(made, "host")).table
    assert (host.prepared, host.unfit) == ([OTHER, LAST], "")
    while (seen := (await w.full(made, "A")).seen).public["bout"] == 1:
        await w.time.pass_by(200_000)
    assert seen.public["decision"] == "claim"
    assert (await w.full(made, "host")).table.prepared == [LAST]
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    record = read(await w.ask(made, "B", lambda room, role: room.record(role)), games.find)
    dealt = [entry.text for entry in record.entries if entry.actor == DEAL]
    assert dealt[:2] == [BOARD, OTHER]
    assert record.header.tags == (("by-hand", " ".join(str(n) for n, entry in enumerate(record.entries, 1) if entry.actor == DEAL)),)


async def test_a_prepared_deal_is_checked_when_it_is_laid_out_and_only_by_the_host_of_a_table_that_deals_by_hand(w: World) -> None:
    made, dealt = await w.match(RITE, settings=BY_HAND, options=SMALL), await w.match(RITE, options=SMALL)
    for role in ("A", "B", "watcher"):
        with pytest.raises(Problem, match="only the host can prepare a deal"):
            await w.ask(made, role, lambda room, r: room.prepare(r, BOARD))
    for texts, kind, said in (
        (("board R1",), Malformed, "there is nothing"),
        ((BOARD, BOARD.replace("R2", "R1")), Illegal, "alike"),
        (("cards A:3 B:3",), Problem, "begins with board"),
        (("",), Problem, "begins with board"),
        ((BOARD,) * 10, Problem, "at most 9 deals"),
    ):
        with pytest.raises(kind, match=said):
            await w.ask(made, "host", lambda room, role, texts=texts: room.prepare(role, *texts))  # type: ignore[misc]
    with pytest.raises(Problem, match="no deal can be prepared"):
        await w.ask(dealt, "host", lambda room, role: room.prepare(role, BOARD))
    assert (await w.full(made, "host")).table.prepared == []


async def test_a_prepared_deal_that_is_refused_when_it_is_due_waits_for_the_host(w: World, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await w.match(RITE, settings={**BY_HAND, "check_in": True}, options=SMALL)
    await w.ask(made, "host", lambda room, role: room.prepare(role, BOARD, OTHER))

    def refused(*_: object) -> None:
        raise Illegal("two pieces are alike", Rule("guidance-rite", 8))

    monkeypatch.setattr(BoardDeal, "check", refused)
    await begin(w, made)
    await w.time.pass_by(0)
    monkeypatch.undo()
    host = await w.full(made, "host")
    assert (host.table.unfit, host.table.prepared) == (BOARD, [OTHER])
    assert (await w.full(made, "A")).table.unfit == ""
    await w.ask(made, "host", lambda room, role: room.deal(role, 0, LAST))
    assert (await w.full(made, "A")).seen.public["decision"] == "claim"
    host = await w.full(made, "host")
    assert (host.table.unfit, host.table.prepared) == ("", [OTHER])
