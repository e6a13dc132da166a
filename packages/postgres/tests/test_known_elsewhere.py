"""The things that one process did are known at the others before their news have come: invitations, links, messages with an id."""

from __future__ import annotations

import pytest

from deathmatch.server.rooms import handovers
from deathmatch.server.wire import bodies, messages
from deathmatch.server.wire.problems import Problem
from packages.postgres.tests.many import calm, servers
from tests.server.test_links import FIRST, SECOND, invited
from tests.server.test_once import act


async def test_an_invitation_that_was_used_at_another_process_is_taken_here_too() -> None:
    async with servers() as (x, y):
        _, key = await invited(x)
        stale = await y.lobby.sitting(key)
        assert (await y.lobby.linked_table("s", key)).taken is False
        seated = await handovers.claim(x.lobby, await x.lobby.sitting(key), bodies.SitDown("Bob", claim=FIRST))
        with pytest.raises(Problem, match="taken already"):
            await handovers.claim(y.lobby, stale, bodies.SitDown("Eve", claim=SECOND))
        assert (await handovers.claim(y.lobby, stale, bodies.SitDown("Bob", claim=FIRST))).key == seated.key
        await calm()
        assert (await y.lobby.linked_table("s", key)).closed == "B"
        assert (await y.lobby.linked_table("s", seated.key)).role == "B"


async def test_a_host_s_link_that_was_changed_at_another_process_is_dead_here_too() -> None:
    async with servers() as (x, y):
        made = await x.match()
        stale, reader = await y.link(made, "host"), await y.reader(made, "host")
        new = await handovers.renew(x.lobby, await x.link(made, "host"))
        with pytest.raises(Problem, match="no such link"):
            await y.lobby.act(stale, messages.Pause())
        await calm()
        assert reader.gone
        with pytest.raises(Problem, match="no such link"):
            await y.lobby.host(str(made.host))
        await y.lobby.act(await y.lobby.host(new.key), messages.Pause())


async def test_another_process_knows_what_was_done_here() -> None:
    async with servers() as (x, y):
        made = await x.match()
        for w in (x, y, x):
            await act(w, made, "A", messages.Chat("one moment", id="1"))
        await act(y, made, "B", messages.Chat("of course", id="1"))  # another role's own id
        assert [line.text for line in (await y.full(made, "A")).chat] == ["one moment", "of course"]
