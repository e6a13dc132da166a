"""The items of the seats stand on the plates of everybody's page, and go once they are used."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser


def items(person: Person, seat: str) -> list[str]:
    """What a plate lists, as assistive technology reads it."""
    return person.page.get_by_role("list", name=f"Items of seat {seat}").get_by_role("listitem").all_inner_texts()


@pytest.mark.parametrize("width", [360, pytest.param(1440, marks=pytest.mark.nightly)])
def test_plates_list_the_items_until_their_use_is_revealed(server: Server, meet: Meet, width: int) -> None:
    made = server.make(variant="five-card-trick/final", host=True)
    for seat in "AB":
        server.sit(made["seats"][seat], f"{seat} with a name that is long, too")
    people = [
        meet(path, width=width)
        for path in (f"/s/{made['seats']['A']}", f"/s/{made['seats']['B']}", f"/w/{made['id']}", f"/h/{made['host']}")
    ]
    for person in people:
        expect(person.page.locator("#items-B .tag")).to_have_text(["Limit Reset", "Claim Priority"])
        assert items(person, "A") == ["Overload"]
        assert items(person, "B") == ["Limit Reset", "Claim Priority"]
        assert person.page.evaluate("document.documentElement.scrollWidth") == width
    server.submit(made["seats"]["A"], 0, "overload score grow grow")  # sealed: nobody is told of it
    for person in people:
        expect(person.page.locator("#plate-A.sealed")).to_have_count(1)
        assert items(person, "A") == ["Overload"]
    server.submit(made["seats"]["B"], 0, "score claim")
    for person in people:
        person.page.wait_for_function("() => document.body.dataset.version && !document.querySelector('#plate-A.sealed')")
        expect(person.page.locator("#items-A")).to_be_hidden()
        assert items(person, "B") == ["Limit Reset", "Claim Priority"]


def test_items_that_a_player_picks_come_to_the_plates(server: Server, meet: Meet) -> None:
    made = server.make(variant="tile-joust/final", host=True)
    for seat in "AB":
        server.sit(made["seats"][seat], seat)
    watcher = meet(f"/w/{made['id']}")
    watcher.wait_for("watch")
    expect(watcher.page.locator(".items .tag")).to_have_count(0)
    server.submit(made["seats"]["A"], 0, "pick conceal")
    expect(watcher.page.locator("#items-A .tag")).to_have_text(["Conceal"])
    expect(watcher.page.locator("#items-B .tag")).to_have_text(["Tile Inversion", "Equaliser"])
