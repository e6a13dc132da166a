"""The first page: one tap to a match, two to a friend's link, pictures that are alive, and what was chosen last."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet

pytestmark = pytest.mark.browser

STILL = "() => document.querySelector('.game .scene svg').innerHTML"


def test_one_tap_seats_a_guest_against_a_bot_without_a_clock(meet: Meet) -> None:
    ada = meet("/")
    ada.page.get_by_role("button", name="Play Five-Card Trick").click()
    ada.page.wait_for_url("**/s/*")
    ada.wait_for("on")
    expect(ada.page.locator("#plate-B")).to_contain_text("Steady")
    expect(ada.page.locator("#clock-A")).to_be_hidden()


@pytest.mark.parametrize(("key", "bot"), [("Home", "Random"), ("End", "Strong")])
def test_the_slider_chooses_the_bot_and_the_variant_is_what_was_chosen_last(meet: Meet, key: str, bot: str) -> None:
    ada = meet("/")
    ada.page.locator("#level").focus()
    ada.page.keyboard.press(key)
    expect(ada.page.locator("#level-name")).to_contain_text(bot)
    card = ada.page.locator("#guidance-rite")
    card.get_by_text("Variants").click()
    card.get_by_text("The board is larger").click()
    ada.page.reload()
    expect(ada.page.locator("#level-name")).to_contain_text(bot)
    expect(card.locator(".picked")).to_have_text("Final")
    card.get_by_role("button", name="Play Guidance Rite").click()
    ada.page.wait_for_url("**/s/*")
    expect(ada.page.locator("#plate-B")).to_contain_text(bot)
    expect(ada.page.locator(".bar")).to_contain_text("final")


def test_two_taps_make_a_link_for_a_friend_who_reads_how_the_variant_differs(meet: Meet) -> None:
    ada = meet("/")
    ada.page.locator("#tile-joust").get_by_text("Variants").click()
    ada.page.locator("#tile-joust").get_by_text("Final").click()
    ada.page.get_by_role("radio", name="a friend").check()
    ada.page.get_by_role("button", name="Play Tile Joust").click()
    link = ada.page.get_by_role("textbox", name="Link for seat B").input_value()
    bob = meet(link)
    expect(bob.page.get_by_text("Buy hidden numbers in auctions")).to_be_visible()
    expect(bob.page.get_by_text("This is the variant Final. There is a zero")).to_be_visible()
    bob.page.get_by_role("button", name="Sit down").click()
    ada.wait_for("on")
    expect(ada.page.locator("#clock-A")).to_be_visible()


def test_one_picture_is_alive_and_can_be_stopped(meet: Meet) -> None:
    ada = meet("/")
    first = ada.page.locator(".game").first
    before = ada.page.evaluate(STILL)
    ada.page.wait_for_function(f"before => ({STILL})() !== before", arg=before)
    expect(ada.page.get_by_role("button", name="Pause this match")).to_have_count(1)
    first.get_by_role("button", name="Pause this match").click()
    expect(ada.page.get_by_role("button", name="Pause this match")).to_have_count(0)
    ada.page.get_by_role("button", name="Watch Letter Hunt").click()
    expect(ada.page.locator("#letter-hunt").get_by_role("button", name="Pause this match")).to_be_visible()


def test_no_picture_moves_by_itself_for_who_wants_no_motion(meet: Meet) -> None:
    ada = meet("/", reduced_motion="reduce")
    expect(ada.page.get_by_role("button", name="Replay this match")).to_have_count(5)
    expect(ada.page.get_by_role("button", name="Pause this match")).to_have_count(0)


def test_the_full_form_begins_with_what_was_chosen_on_the_first_page(meet: Meet) -> None:
    ada = meet("/new?variant=letter-hunt/colosseum&against=friend&pace=days")
    for name in ("Colosseum", "A friend"):
        expect(ada.page.get_by_role("radio", name=name)).to_be_checked()
    expect(ada.page.get_by_label("Clock")).to_have_value("days")
    ada.page.get_by_role("button", name="Create a link for a friend").click()
    ada.page.wait_for_url("**/s/*")
    again = ada.page.context.new_page()
    again.goto("/new")
    for name in ("Colosseum", "A friend"):
        expect(again.get_by_role("radio", name=name)).to_be_checked()
    expect(again.get_by_label("Clock")).to_have_value("days")
