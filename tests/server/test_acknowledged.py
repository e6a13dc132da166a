"""An acknowledgement says which version contains the submission, so that an older message that comes later is known to be older."""

from __future__ import annotations

import asyncio

from deathmatch.server.table.roles import Sender
from deathmatch.server.wire.messages import Accepted, Submit
from tests.server.kit import World, settle


async def test_an_update_that_overtakes_a_newer_acknowledgement_is_known_by_its_version(w: World) -> None:
    made = await w.match()
    room, reader = await w.lobby.memory.room(made.id), await w.reader(made, "A")
    await settle()
    before = reader.read()[0]["version"]
    both = [room.act(Sender("B", "b"), Submit(0, "claim steal")), room.act(Sender("A", "a"), Submit(0, "score grow"))]
    _, accepted = await asyncio.gather(*both)
    await settle()
    assert isinstance(accepted, Accepted)
    assert accepted.version == before + 2
    overtaking = [frame for frame in reader.read() if frame["type"] == "update" and frame["version"] < accepted.version]
    assert [frame["seen"]["private"]["submitted"] for frame in overtaking] == [None]


async def test_the_version_is_the_first_one_that_contains_the_submission(w: World) -> None:
    made = await w.match()
    before = (await w.full(made, "A")).version
    assert (await w.submit(made, "A", 0, "score grow")).version == before + 1
    sealed = await w.full(made, "A")
    assert (sealed.version, sealed.seen.private["submitted"]) == (before + 1, "score grow")
    await w.ask(made, "A", lambda room, seat: room.say(seat, "Ann", "hello"))
    again = await w.submit(made, "A", 0, "grow score")  # the answer was lost: it is acknowledged as it was then
    assert (again.text, again.version) == ("score grow", before + 1)
    w = await w.again()
    assert (await w.submit(made, "A", 0, "score grow")).version == before + 1
    assert (await w.submit(made, "B", 0, "resign")).version == (await w.full(made, "B")).version


async def test_the_figures_count_a_submission_before_its_sender_has_the_answer(w: World) -> None:
    made = await w.match()
    counts: list[int] = []
    await w.lobby.act(await w.link(made, "A"), Submit(0, "score grow"), answer=lambda _: counts.append(w.lobby.figures.acknowledged.count))
    assert counts == [1]
