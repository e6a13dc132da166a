"""The first page: one tap to a match, two to a friend's link, pictures that are alive, and what was chosen last."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server, resign

pytestmark = pytest.mark.browser

STILL = "() => document.querySelector('.game .scene svg').innerHTML"


@pytest.mark.nightly
def test_a_bot_with_a_name_can_be_chosen_and_the_variant_is_what_was_chosen_last(meet: Meet) -> None:
    ada = meet("/")
    ada.page.get_by_label("Bot", exact=True).select_option("random")
    card = ada.page.locator("#guidance-rite")
    expect(card.locator(".foe")).to_have_text("Opponent: Random")
    card.get_by_text("Variants").click()
    card.get_by_text("The board is larger").click()
    ada.page.reload()
    expect(card.get_by_role("slider")).to_have_count(0)
    expect(card.locator(".picked")).to_have_text("Final · about 20 minutes")
    ada.page.get_by_role("button", name="Play now Guidance Rite").click()
    ada.page.wait_for_url("**/s/*")
    expect(ada.page.locator("#plate-B")).to_contain_text("Random")
    expect(ada.page.locator(".bar")).to_contain_text("final")


def test_two_taps_make_a_link_for_a_friend_who_reads_how_the_variant_differs(meet: Meet) -> None:
    ada = meet("/")
    ada.page.locator("#tile-joust").get_by_text("Variants").click()
    ada.page.locator("#tile-joust").get_by_text("Final").click()
    ada.page.get_by_role("radio", name="a friend").check()
    ada.page.get_by_role("button", name="Play Tile Joust").click()
    bob = meet(ada.page.get_by_role("textbox", name="Link for seat B").input_value())
    expect(bob.page.get_by_text("Buy hidden numbers in auctions")).to_be_visible()
    expect(bob.page.get_by_text("This is the variant Final. There is a zero")).to_be_visible()
    expect(bob.page.locator("#clocks p")).to_have_text("1 minute 30 seconds for each bid and each tile.")
    bob.page.get_by_role("button", name="Sit down").click()
    ada.wait_for("on")
    expect(ada.page.locator("#clock-A")).to_be_visible()


def test_one_picture_is_alive_and_can_be_stopped(meet: Meet) -> None:
    ada = meet("/")
    before = ada.page.evaluate(STILL)
    ada.page.wait_for_function(f"before => ({STILL})() !== before", arg=before)
    expect(ada.page.get_by_role("button", name="Pause this match")).to_have_count(1)
    ada.page.locator(".game").first.get_by_role("button", name="Pause this match").click()
    expect(ada.page.get_by_role("button", name="Pause this match")).to_have_count(0)
    ada.page.locator("#letter-hunt").get_by_role("button", name="Replay this match").click()
    expect(ada.page.locator("#letter-hunt").get_by_role("button", name="Pause this match")).to_be_visible()


def test_an_open_table_comes_and_goes_in_everybodys_list_and_one_tap_sits_down(meet: Meet) -> None:
    bob = meet("/", reduced_motion="reduce")
    ada = meet("/", reduced_motion="reduce")
    ada.page.get_by_label("Your name").fill("Ada of the list")
    ada.page.get_by_role("radio", name="anybody").check()
    ada.page.get_by_role("button", name="Play Even Groups").click()
    expect(bob.page.locator("#list-open li", has_text="Ada of the list")).to_be_visible()
    ada.page.get_by_role("button", name="Cancel").click()
    expect(bob.page.locator("#list-open li", has_text="Ada of the list")).to_have_count(0)
    ada.page.get_by_label("Opponent", exact=True).select_option("experienced")
    ada.page.get_by_role("checkbox", name="Everybody can watch").check()
    ada.page.get_by_role("button", name="Play Even Groups").click()
    expect(ada.page.get_by_role("heading", name="Open to everybody")).to_be_visible()
    expect(ada.page.locator("#no-invite")).to_be_hidden()
    row = bob.page.locator("#list-open li", has_text="Ada of the list")
    expect(row).to_contain_text("for experienced players")
    expect(row).to_contain_text("Everybody can watch this match.")
    cid = meet("/", reduced_motion="reduce")
    expect(cid.page.locator("#list-open li", has_text="Ada of the list")).to_be_visible()
    bob.page.get_by_label("Your name").fill("Bob")
    row.get_by_role("button", name="Sit down").click()
    bob.page.wait_for_url("**/s/*")
    expect(cid.page.locator("#list-open li", has_text="Ada of the list")).to_have_count(0)
    playing = cid.page.locator("#list-playing li", has_text="Ada of the list against Bob")
    expect(playing).to_be_visible()
    watch = cid.page.get_by_role("link", name="Watch Ada of the list against Bob: Even Groups")
    expect(watch).to_have_attribute("href", playing.get_by_role("link").get_attribute("href") or "")
    resign(bob.page)
    expect(cid.page.locator("#list-finished li", has_text="Ada of the list beat Bob")).to_be_visible()
    expect(watch).to_be_hidden()
    assert not any(ada.page.url.rpartition("/")[2] in frame for frame in cid.frames)


def wishing(meet: Meet, name: str, pace: str = "relaxed", *, quiet: bool = True) -> Person:
    """Somebody on the first page who would play anybody, with this clock."""
    person = meet("/", quiet=quiet, reduced_motion="reduce")
    person.page.get_by_role("radio", name="anybody").check()
    person.page.get_by_label("Your name").fill(name)
    person.page.get_by_label("Clock", exact=True).select_option(pace)
    return person


@pytest.mark.nightly
def test_all_who_want_anybody_at_the_same_moment_are_paired(meet: Meet) -> None:
    people = [wishing(meet, name, quiet=False) for name in ("Ada", "Bob", "Cid", "Dan")]  # of two who go to one table one is refused
    for person in people:
        person.page.evaluate("document.querySelector('#tile-joust .play').click()")
    for person in people:
        person.page.locator("body[data-state=running]").wait_for()


@pytest.mark.nightly
def test_those_who_want_different_clocks_are_told_so_and_one_tap_sits_down(meet: Meet) -> None:
    ada, bob = wishing(meet, "Ada", "book"), wishing(meet, "Bob")
    ada.page.get_by_role("button", name="Play Guidance Rite").click()
    expect(ada.page.locator("#waiting-clock")).to_contain_text("a claim")
    words = bob.page.locator("#plays-guidance-rite")
    expect(words).to_contain_text("Ada waits with another clock: ")
    bob.page.get_by_label("Clock", exact=True).select_option("book")
    expect(words).to_have_text("1 player waits")
    expect(bob.page.locator("#now")).to_have_text("Play now Guidance Rite with Ada")
    bob.page.get_by_label("Clock", exact=True).select_option("relaxed")
    bob.page.get_by_role("button", name="Play Tile Joust").click()
    expect(ada.page.locator("#others")).to_contain_text("Bob waits at Tile Joust: ")
    bob.page.locator("#others").get_by_role("button", name="Sit down").click()
    for person in (ada, bob):
        person.page.locator("body[data-state=running]").wait_for()
    expect(bob.page.locator("#plate-A")).to_contain_text("Ada")


@pytest.mark.nightly
def test_ones_own_tables_say_whose_turn_it_is_and_can_be_dismissed(server: Server, meet: Meet) -> None:
    ada = meet("/")
    ada.page.get_by_role("radio", name="a friend").check()
    ada.page.get_by_role("button", name="Play Five-Card Trick").click()
    link = ada.page.get_by_role("textbox", name="Link for seat B").input_value()
    ada.page.goto("/")
    mine = ada.page.locator("#mine-list li")
    expect(mine).to_contain_text("Waiting for your friend")
    server.sit(link.rpartition("/")[2], "Bob")
    ada.page.reload()
    expect(mine).to_contain_text(re.compile("Five-Card Trick gauntlet.*Against Bob.*Your move"))
    mine.get_by_role("button", name="Dismiss").dblclick()  # a second tap at the same place does no harm
    mine.get_by_role("button", name="Remove").click()
    expect(ada.page.locator("#mine")).to_be_hidden()
    with ada.page.expect_response("**/api/me"):
        ada.page.reload()
    expect(ada.page.locator("#mine")).to_be_hidden()


def test_without_a_connection_there_is_a_page_that_says_so_and_nothing_secret_is_kept(server: Server, meet: Meet) -> None:
    ada = meet("/", quiet=False)
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ada.page.goto(f"/s/{server.make(seated=['Bob'])['seats']['A']}")
    ada.wait_for("on")
    kept = ada.page.evaluate(
        "async () => { const urls = []; for (const name of await caches.keys()) for (const one of await (await caches.open(name)).keys()) "
        "urls.push(one.url); return urls; }"
    )
    assert sorted(url.removeprefix(server.url) for url in kept) == ["/icon-192.png", "/offline", "/offline.css"]
    ada.page.context.set_offline(True)
    ada.page.reload()
    expect(ada.page.get_by_role("heading", name="There is no connection")).to_be_visible()
    ada.page.context.set_offline(False)
    ada.page.get_by_role("link", name="Try again").click()
    ada.wait_for("on")


@pytest.mark.nightly
def test_who_asked_for_it_is_told_of_a_turn_while_the_page_is_in_the_background(server: Server, meet: Meet) -> None:
    ada = meet("/", permissions=["notifications"])
    ada.page.add_init_script(
        "Object.defineProperty(Notification, 'permission', { get: () => window.asked || sessionStorage.asked ? 'granted' : 'default' });"
        "Notification.requestPermission = async () => { window.asked = sessionStorage.asked = 'yes'; return 'granted'; };"
        "window.told = []; ServiceWorkerRegistration.prototype.showNotification = async function (...said) { window.told.push(said); };"
        "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"
    )
    ada.page.reload()
    ada.page.locator("#menu summary").click()
    ada.page.get_by_role("checkbox", name="Notify me of my turn").check()
    made = server.make(seated=["Bob"])
    ada.page.goto(f"/s/{made['seats']['A']}")
    ada.wait_for("on")
    server.submit(made["seats"]["B"], 0, "score grow")
    ada.page.get_by_role("textbox", name="Your move").fill("grow claim")
    ada.page.keyboard.press("Enter")
    ada.page.wait_for_function("() => document.body.dataset.mood !== 'on'")
    ada.page.evaluate("navigator.serviceWorker.ready.then(() => { window.away = true; })")
    ada.wait_for("on")
    ada.page.wait_for_function("() => window.told.length > 0")
    assert ada.page.evaluate("window.told[0][0]") == "Your move"


@pytest.mark.nightly
def test_the_front_page_has_a_puzzle_of_the_day_and_the_bots_that_were_beaten(meet: Meet) -> None:
    page = meet("/").page
    page.evaluate("localStorage.setItem('ladder', JSON.stringify({'even-groups': [1, 3]}))")
    page.reload()
    expect(page.locator("#plays-even-groups").get_by_role("img", name="beaten up to level 3")).to_have_text("3 of 8")
    page.locator("#today").click()
    page.wait_for_url(re.compile(r"/puzzles/[a-z-]+/[a-z-]+\?n=[1-9]\d*&day=\d+$"))
    expect(page.locator("#where")).to_contain_text("Puzzle of the day")
    page.get_by_role("button", name="Another puzzle").click()
    expect(page.locator("#where")).to_contain_text(re.compile(r"Puzzle \d+ of"))
