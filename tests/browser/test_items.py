"""The items of the seats stand on the plates of everybody's page, and go once they are used."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser

# How much of the sentence about the lights is cut, in pixels, as soon as it is shown beside Skip.
CUT_OF_LIGHTS = """() => {
  const look = () => {
    const line = document.querySelector(".showing .loud h2");
    if (line?.textContent.includes("Bob Score and Claim")) window.cutOfLights = line.scrollHeight - line.clientHeight;
    else requestAnimationFrame(look);
  };
  look();
}"""


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


def test_a_list_of_lights_is_read_whole_on_a_phone_while_they_go_on(server: Server, meet: Meet) -> None:
    made = server.make(variant="five-card-trick/final", host=True, seated=["Ada", "Bob"])
    pages = [meet(path, width=360, height=740).page for path in (f"/s/{made['seats']['B']}", f"/w/{made['id']}")]
    for page in pages:
        expect(page.locator("#items-B .tag")).to_have_count(2)
        page.evaluate(CUT_OF_LIGHTS)
    for seat, move in (("A", "overload score grow claim"), ("B", "score claim")):
        server.submit(made["seats"][seat], 0, move)
    for page in pages:
        page.wait_for_function("() => window.cutOfLights !== undefined")
        assert page.evaluate("window.cutOfLights") <= 1


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


def test_claim_priority_of_the_last_round_is_used_while_the_other_cards_wait(server: Server, meet: Meet) -> None:
    """Sentence 12 (as-written W5): the cards that were sent are void, and both choose again."""
    made = server.make(variant="five-card-trick/final", seated=["Bob"], priority_window="round")
    seats = made["seats"]
    server.submit(seats["A"], 0, "grow claim")
    server.submit(seats["B"], 0, "score claim")
    ada, bob = meet(f"/s/{seats['A']}"), meet(f"/s/{seats['B']}", width=360, height=740)
    ada.wait_for("on")
    bob.wait_for("on")
    server.submit(seats["A"], 1, "score steal")
    ada.wait_for("wait")
    bob.page.locator("[data-slot=item-priority]").click()
    bob.page.get_by_role("button", name="Submit").click()
    ada.wait_for("on")
    bob.wait_for("on")
    expect(bob.page.locator("#log")).to_contain_text("Bob uses Claim Priority and takes the pot: 2 chips.")
    expect(bob.page.locator("[data-slot=item-priority]")).to_have_count(0)
    for person in (ada, bob):
        assert not person.trouble
