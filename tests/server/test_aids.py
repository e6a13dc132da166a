"""What a table helps with: its pages' pictures follow, and nothing else does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from deathmatch import games
from deathmatch.core.game import Variant
from deathmatch.core.optional import Aid, AidedGame, aids_of, picture
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat
from deathmatch.server.table import entries
from deathmatch.server.table.table import set_up
from deathmatch.server.wire.problems import Problem
from tests import toy
from tests.server.kit import GAUNTLET, TOY, World, kill, new_world, toy_words
from tests.server.test_by_hand import BY_HAND


@dataclass(frozen=True)
class Helped(toy.Toy):
    """The toy, whose picture keeps the words said, and which knows that a seat that was shown the other's number knows it."""

    def aided(self, view: toy.View, aid: Aid, /) -> toy.View:
        assert aid is not Aid.LOG
        return replace(view, words=() if aid is Aid.NONE else (*view.words, f"AIDED-{view.number}"))

    def picture(self, view: toy.View, sealed: Any = (), /) -> Scene:
        scene = super().picture(view, sealed)
        (points,) = scene.elements
        return replace(scene, elements=(replace(points, label=" ".join(view.words) or "nothing"),))


def find(name: str) -> Variant:
    return replace(toy.find(name), make=Helped)


async def said(w: World, aids: str) -> tuple[Any, list[str]]:
    """A match at a table with these aids in which A has said CAT; and what the frames to A say since."""
    made = await w.match(TOY, settings={**BY_HAND, "aids": aids}, options={"first": "A"})
    await w.ask(made, "host", lambda room, role: room.deal(role, 0, "cards a:3 b:7"))
    for seat in ("A", "B"):
        await w.submit(made, seat, 1, "bid 0")
    reader = await w.reader(made, "A")
    reader.read()
    await w.submit(made, "A", 2, "say cat")
    (update,) = reader.read()
    changes = [part["change"] for part in (update, *update["beats"]) if "change" in part]
    return made, [str(text) for change in changes for part in (*change.get("put", []), *change.get("edit", [])) for text in part[1:]]


async def test_pictures_follow_the_table_and_the_rest_does_not() -> None:
    w = await new_world(find=find)
    for aids, shown in (("none", "nothing"), ("log", "CAT"), ("deduction", "CAT AIDED-3")):
        made, changes = await said(w, aids)
        full = await w.full(made, "A")
        assert full.table.settings["aids"] == aids
        assert full.picture.splitlines()[1] == shown
        assert any(shown in markup for markup in changes) == (aids != "none")
        assert full.seen.public["words"] == ["CAT"]
        assert "AIDED" not in msgspec.json.encode((full.seen, full.log)).decode()
        other = await w.full(made, "B")
        assert "AIDED-3" not in msgspec.json.encode(other).decode()
        await w.ask(made, "A", lambda room, seat: room.resign(seat))
        assert "CAT" in (await w.full(made, "A")).picture
        looked = await w.ask(made, "A", lambda room, role: room.position(role, 3))
        assert "CAT" in looked.picture
    await kill(w.lobby)


async def test_a_table_helps_with_no_more_than_its_game_knows() -> None:
    w = await new_world()
    with pytest.raises(Problem, match="aids must be none or log here, not deduction"):
        await w.match(GAUNTLET, settings={"aids": "deduction"})
    with pytest.raises(msgspec.ValidationError):
        await w.match(TOY, settings={"aids": True})
    assert (await w.full(await w.match(GAUNTLET), "A")).table.settings["aids"] == "log"
    await kill(w.lobby)
    plain, helped = (variant.bind({})[1] for variant in (games.find(GAUNTLET), find(TOY)))
    assert aids_of(plain) == (Aid.NONE, Aid.LOG)
    assert aids_of(helped) == tuple(Aid)
    view = plain.view(plain.start(), Seat.A)
    assert {picture(plain, view, (), aid) for aid in Aid} == {plain.picture(view)}
    assert isinstance(helped, AidedGame)


@pytest.mark.parametrize("kept", [{}, {"aids": True}, {"aids": False}])
def test_tables_from_before_there_were_several_aids_keep_a_log(kept: dict[str, bool]) -> None:
    made = entries.Made(0, 0, TOY, {}, {}, "00" * 32, {**kept, "delay": 3})
    table = set_up("m", made, find, toy_words)  # type: ignore[arg-type]
    assert (table.settings.aids, table.settings.delay) == ("log", 3)
