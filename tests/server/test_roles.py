"""The roles of a Death Match at a table: they bind the option `dmo`, and everybody is shown them."""

from __future__ import annotations

import httpx
import pytest

from deathmatch import games
from deathmatch.core.options import DMO
from deathmatch.server.wire.problems import Problem
from tests.server.kit import World

ROLELESS = "tile-joust/final"  # its book has no roles, and no option `dmo`
WITH_ROLES = {variant.id for variant in games.every() if any(option.key == DMO for option in variant.options)}


@pytest.mark.parametrize("variant", [variant.id for variant in games.every()])
async def test_every_variant_has_roles_if_its_host_names_them(w: World, variant: str) -> None:
    made = await w.match(variant, ec="B", options={"lexicon": "any"} if "letter" in variant else {})
    for role in ("A", "B", "host", "watcher"):
        table = (await w.full(made, role)).table
        assert table.ec == "B"
        assert table.options.get(DMO, "A") == "A"
    link = await w.link(made, "A")
    assert (await w.within(link, lambda room: room.mine("A", "/s/x"))).ec == "B"
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    record = await w.within(await w.link(made, "host"), lambda room: room.record("host"))
    assert "\ntag ec B\n" in record
    assert ("\noption dmo A\n" in record) == (variant in WITH_ROLES)


def test_the_roles_of_a_variant_are_an_option_of_its_own_or_none() -> None:
    assert ROLELESS not in WITH_ROLES
    assert len(WITH_ROLES) >= 9


async def test_the_option_names_the_roles_and_nobody_is_named_without_either(w: World) -> None:
    assert (await w.full(await w.match(options={"dmo": "A"}), "A")).table.ec == "B"
    made = await w.match()
    assert (await w.full(made, "A")).table.ec == ""
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    assert "tag ec" not in await w.within(await w.link(made, "A"), lambda room: room.record("A"))


async def test_a_contradiction_is_refused(w: World) -> None:
    with pytest.raises(Problem, match="seat A cannot be both EC and DMO"):
        await w.match(ec="A", options={"dmo": "A"})


async def test_roles_stay_with_the_seats_through_a_restart_and_a_rematch(w: World) -> None:
    made = await w.match(ROLELESS, ec="A")
    again = await w.again()
    assert (await again.full(made, "B")).table.ec == "A"
    await again.ask(made, "A", lambda room, seat: room.resign(seat))
    for role in ("A", "B"):
        await again.ask(made, role, lambda room, seat: room.wish(seat, ""))
    table = (await again.full(made, "A")).table
    link = await again.lobby.seat(table.rematch.rsplit("/", 1)[1])
    assert link.key.role == "B"
    assert (await again.within(link, lambda room: room.full("B"))).table.ec == "A"


async def test_pages_and_replays_show_the_roles(w: World, client: httpx.AsyncClient) -> None:
    made = await w.match(ec="B")
    page = (await client.get(f"/s/{made.seats['A']}")).text
    assert '"Death match opponent">DMO</abbr>' in page
    assert '"Elimination candidate">EC</abbr>' in page
    await w.ask(made, "A", lambda room, seat: room.resign(seat))
    film = (await client.get(f"/api/replays/{made.id}/film")).json()
    assert film["ec"] == "B"
