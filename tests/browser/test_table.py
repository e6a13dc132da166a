"""What people do at a table besides moving: invite, host, give up, want more, talk, note, mark, look again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser


def finished(server: Server, meet: Meet) -> tuple[Person, Person]:
    """Ada and Bob after a match of one round, which Ada won."""
    made = server.make(rounds=1, seated=["Bob"])
    server.submit(made["seats"]["A"], 0, "score claim")
    server.submit(made["seats"]["B"], 0, "grow block:grow")
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.wait_for("over")
    bob.wait_for("over")
    return ada, bob


def test_a_friend_gets_a_link_with_a_code_and_looking_at_it_takes_no_seat(meet: Meet) -> None:
    ada = meet("/new")
    page = ada.page
    page.get_by_role("radio", name=re.compile("^A friend")).check()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Create a link for a friend").click()
    page.wait_for_url("**/s/*")
    link = page.get_by_label("Link for seat B").input_value()
    expect(page.get_by_role("img", name="QR code for this link").locator("svg")).to_be_visible()
    preview = meet(link)
    expect(preview.page.get_by_role("heading", name="Ada is waiting for you")).to_be_visible()
    assert page.evaluate("document.body.dataset.state") == "waiting"
    preview.page.get_by_label("Your name").fill("Bob")
    preview.page.get_by_role("button", name="Sit down").click()
    ada.wait_for("on")
    expect(page.locator("#name-B")).to_have_text("Bob")
    expect(page.locator("#waiting")).to_be_hidden()


def test_a_host_has_links_for_both_seats_and_can_stop_the_clocks(meet: Meet) -> None:
    host = meet("/new")
    page = host.page
    page.get_by_role("radio", name=re.compile("^Two others")).check()
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/h/*")
    links = [page.get_by_label(f"Link for seat {seat}").input_value() for seat in "AB"]
    people = []
    for name, link in zip(("Ada", "Bob"), links, strict=True):
        person = meet(link)
        person.page.get_by_label("Your name").fill(name)
        person.page.get_by_role("button", name="Sit down").click()
        people.append(person)
    host.wait_for("watch")
    page.get_by_role("button", name="Pause the match").click()
    for person in people:
        person.wait_for("pause")
        assert person.owe() == "Paused by the host"
    page.get_by_role("button", name="Resume the match").click()
    people[0].wait_for("on")


def test_resigning_asks_first(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.wait_for("on")
    for answer, mood in (("Keep playing", "on"), ("Resign", "over")):
        ada.page.locator("#menu summary").click()
        ada.page.locator("#resign").click()
        ada.page.get_by_role("dialog").get_by_role("button", name=answer).click()
        ada.wait_for(mood)
    bob.wait_for("over")
    assert (ada.result(), bob.result()) == ("You lost", "You won")


def test_a_rematch_needs_both_and_swaps_the_seats(server: Server, meet: Meet) -> None:
    ada, bob = finished(server, meet)
    before, bobs = ada.page.url, bob.page.url
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.locator("#rematch-state")).to_contain_text("You asked for a rematch")
    expect(bob.page.locator("#notice")).to_contain_text("Ada wants a rematch.")
    expect(bob.page).to_have_title("Ada wants a rematch.")
    bob.page.get_by_role("button", name="Rematch").click()
    for person, old in ((ada, before), (bob, bobs)):
        person.page.wait_for_function("old => location.href !== old && document.body?.dataset.state === 'running'", arg=old)
        person.wait_for("on")
    expect(ada.page.locator("#plate-B .tags")).to_contain_text("you")
    expect(ada.page.locator("#name-B")).to_have_text("Ada")
    again = meet(before)  # the old link still opens the old match, and leads on
    again.wait_for("over")
    expect(again.page.get_by_role("link", name="Go to the rematch")).to_be_visible()


def test_a_bot_is_always_ready_for_a_rematch(server: Server, meet: Meet) -> None:
    made = server.make(against="bot:random", rounds=1, max_rounds=1)
    server.submit(made["seats"]["A"], 0, "score claim")
    ada = meet(f"/s/{made['seats']['A']}")
    ada.wait_for("over")
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda url: made["seats"]["A"] not in url)
    ada.wait_for("on")
    expect(ada.page.locator("#plate-B .tags")).to_contain_text("you")


def test_links_can_be_copied_even_where_the_browser_keeps_its_clipboard(server: Server, meet: Meet) -> None:
    made = server.make(against="bot:random")
    for kept in (False, True):
        ada = meet("about:blank")
        ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
        if kept:
            ada.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {get: () => undefined})")
        ada.page.goto(f"/s/{made['seats']['A']}")
        ada.wait_for("on")
        ada.page.locator("#menu summary").click()
        ada.page.locator("#watch-link").click()
        expect(ada.page.locator("#watch-link")).to_have_text("Copied")


def test_a_finished_match_can_be_looked_at_again(server: Server, meet: Meet) -> None:
    ada, _ = finished(server, meet)
    ada.page.get_by_role("link", name="Replay").click()
    ada.page.wait_for_url(lambda url: "/r/" in url)
    expect(ada.page.locator("#picture svg")).to_be_visible()


def test_chat_reaches_the_other_as_text_and_counts_what_is_unread(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.wait_for("on")
    bob.wait_for("on")
    ada.page.get_by_role("tab", name="Chat").click()
    ada.page.get_by_label("Chat message").fill("<b onclick=x>hi</b> & good luck")
    ada.page.keyboard.press("Enter")
    expect(bob.page.get_by_role("tab", name="Chat 1 new")).to_be_visible()
    bob.page.get_by_role("tab", name="Chat 1 new").click()
    expect(bob.page.locator("#chat")).to_contain_text("<b onclick=x>hi</b> & good luck")
    expect(bob.page.get_by_role("tab", name="Chat", exact=True)).to_be_visible()


def test_a_watcher_who_may_not_speak_yet_is_told_when(server: Server, meet: Meet) -> None:
    made = server.make(against="bot:random")
    watcher = meet(f"/w/{made['id']}")
    watcher.wait_for("watch")
    watcher.page.get_by_role("tab", name="Chat").click()
    expect(watcher.page.get_by_text("Spectators can chat after the match.")).to_be_visible()
    expect(watcher.page.get_by_label("Chat message")).to_be_hidden()


def test_notes_and_marks_stay_with_their_seat(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.wait_for("on")
    bob.wait_for("on")
    ada.page.get_by_role("tab", name="Notes").click()
    ada.page.get_by_label("Your private notes").fill("always steals")
    expect(ada.page.locator("#notes-state")).to_contain_text("Saved")
    ada.page.get_by_role("button", name="Mark places in the picture").click()
    expect(ada.page.locator("#choices")).to_be_hidden()
    grow = ada.page.locator("[data-slot=their-grow]")
    for sign in ("✓", "✗", "?", "", "✓", "✗"):
        grow.click()
        expect(grow).to_have_attribute("data-mark", sign) if sign else expect(grow.locator(".mark")).to_have_count(0)
    expect(ada.page.locator("#live")).to_contain_text("no mark")
    ada.page.get_by_role("checkbox", name="Own text").check()
    ada.page.locator("[data-slot=their-steal]").focus()
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("dialog").get_by_label("Your mark").fill("soon?")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-slot=their-steal] .mark")).to_have_text("soon?")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator("#choices")).to_be_visible()
    ada.page.reload()
    ada.wait_for("on")
    expect(ada.page.locator("#notes")).to_have_value("always steals")
    expect(ada.page.locator("[data-slot=their-steal]")).to_have_attribute("aria-description", "Your mark: soon?")
    expect(grow).to_have_attribute("aria-description", "Your mark: ✗")
    for secret in ("always steals", "soon?", "✗"):
        assert secret not in bob.page.content()
        assert not any(secret in frame for frame in bob.frames)


def test_the_bank_takes_the_place_of_time_that_is_used_up_and_a_low_clock_warns_by_form(server: Server, meet: Meet) -> None:
    made = server.make(time_submit=1, bank=15, seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}")
    ada.wait_for("on")
    clock = ada.page.locator("#clock-A")
    expect(clock).to_have_class(re.compile("banking"))
    expect(clock).to_have_text(re.compile(r"^bank 0:1\d$"))
    expect(clock).to_have_text(re.compile(r"^! bank 0:(10|0\d)$"), timeout=15_000)


def test_colours_and_sound_are_the_readers_own_choice(meet: Meet) -> None:
    guest = meet("/", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = guest.page.evaluate(ground)
    guest.page.locator("#menu summary").click()
    guest.page.get_by_label("Colours").select_option("dark")
    dark = guest.page.evaluate(ground)
    assert dark != light
    guest.page.reload()
    assert guest.page.evaluate(ground) == dark
    assert guest.page.evaluate("localStorage.getItem('sound')") is None
