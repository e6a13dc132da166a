"""A game by lot, from the form to the match: both players see the list, then where the lot falls, and play that game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_a_host_names_the_games_and_both_players_get_the_one_on_which_the_lot_falls(meet: Meet) -> None:
    host = meet("/new", width=360, height=740, quiet=False)
    page = host.page
    page.get_by_text("A game by lot", exact=True).click()
    expect(page.get_by_role("radio", name="A bot")).to_be_disabled()
    page.get_by_text("Two others", exact=True).click()
    page.get_by_role("button", name="Create the match").click()
    expect(page.get_by_role("alert").filter(has_text="For a game by lot")).to_be_visible()
    for name in ("Even Groups, Standard", "Tile Joust, Final"):
        page.get_by_label(name).check()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/h/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("A game by lot")
    expect(page.locator(".invite input").nth(1)).to_be_visible()
    links = page.locator(".invite input").evaluate_all("all => all.map((one) => one.value)")
    ada, ben = people = [meet(link.partition("//")[2].partition("/")[2].join(["/", ""])) for link in links[:2]]
    for person, name in zip(people, ("Ada", "Ben"), strict=True):
        expect(person.page.get_by_text("the lot chooses one of these games: Even Groups, standard; Tile Joust, final.")).to_be_visible()
        person.page.get_by_label("Your name").fill(name)
        person.page.get_by_role("button", name="Sit down").click()
    for person in (*people, host):
        expect(person.page.locator(".lot .result")).to_contain_text("The lot fell on")
        expect(person.page.locator(".lot .fallen")).to_have_count(1)
    chosen = ada.page.locator(".lot .fallen strong").inner_text()
    for person in people:
        expect(person.page.get_by_role("heading", level=1)).to_contain_text(chosen)
        person.page.get_by_role("button", name="Ready", exact=True).click()
    for person in (ada, ben, host):
        expect(person.page.locator("#picture svg")).to_be_visible()
    assert page.locator("body").get_attribute("data-game") == {"Even Groups": "even-groups", "Tile Joust": "tile-joust"}[chosen]
