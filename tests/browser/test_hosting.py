"""Games with words, hidden deals and onlookers: what their hosts and players find on the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server, at_desk, barriers

pytestmark = pytest.mark.browser

GAMBIT = "letter-hunt/gambit"


def test_a_host_chooses_a_list_deals_by_hand_and_hands_out_links(server: Server, meet: Meet) -> None:
    host = meet("/new", width=360, height=740)
    page = host.page
    page.get_by_text("Letter Hunt", exact=True).click()
    page.locator(f"[name=variant][value='{GAMBIT}']").check(force=True)
    page.get_by_text("Options and clocks").click()
    lists = page.locator("#letter-hunt-gambit-lexicon")
    assert {"any", "birds"} <= set(lists.locator("option").all_inner_texts())
    lists.select_option("birds")
    page.locator("#letter-hunt-gambit-holds").fill("0")
    page.locator("#letter-hunt-gambit-onlookers").fill("2")
    page.locator("#letter-hunt-gambit-first").select_option("A")
    expect(page.get_by_label("The host deals by hand")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Two others")).check()
    page.get_by_label("The host deals by hand").check()
    page.get_by_label("Player aids").select_option("none")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/h/*")
    seats = [page.get_by_label(f"Link for seat {seat}").input_value().rpartition("/")[2] for seat in "AB"]
    for seat, name in zip(seats, ("Ada", "Bob"), strict=True):
        server.sit(seat, name)
    host.wait_for("on")
    assert host.owe() == "Your deal: hands"
    box = page.get_by_label("Deal", exact=True)
    expect(box).to_have_value("hands ")
    wrong = "hands A:ABCDE B:ABCDE"
    box.fill(wrong)
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#error")).to_contain_text("(rule R")
    expect(box).to_have_value(wrong)
    for deal in ("hands A:ABCDE B:FGHIJ", "onlookers ZK"):
        box.fill(deal)
        box.press("Enter")
    host.wait_for("watch")
    expect(box).to_be_hidden()
    expect(page.locator("#log")).to_be_hidden()
    page.locator("#menu summary").click()
    page.get_by_role("button", name="More about this match").click()
    expect(page.get_by_text("The host deals by hand.")).to_be_visible()
    page.locator("#menu summary").click()
    at_desk(page, "Links")
    dialog = page.get_by_role("dialog", name="Links")
    watching = dialog.get_by_label("For onlooker 2", exact=True).input_value()
    assert dialog.get_by_label("For spectators", exact=True).input_value().startswith(f"{server.url}/w/")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    onlooker = meet(watching)
    expect(onlooker.page.get_by_label(re.compile(": onlooker 2 has it$"))).to_be_visible()
    expect(onlooker.page.locator("#log-off")).to_be_visible()


@pytest.mark.nightly
def test_a_word_is_looked_up_at_the_table_and_the_other_learns_nothing(server: Server, meet: Meet) -> None:
    made = server.make(variant=GAMBIT, seated=["Bob"], lexicon="birds", holds=0, first="A")
    ada, bob = (meet(f"/s/{made['seats'][seat]}", width=360, height=740) for seat in "AB")
    ada.wait_for("on")
    bob.wait_for("wait")
    page = ada.page
    page.get_by_role("button", name="Look up").click()
    dialog = page.get_by_role("dialog", name="Look up a word")
    for word in ("emu", "cat"):
        dialog.get_by_role("textbox").fill(word)
        page.keyboard.press("Enter")
        expect(dialog.locator("li")).to_contain_text([word.upper()] if word == "emu" else ["CAT", "EMU"])
    assert dialog.locator("li").all_inner_texts() == ["CAT is not in the list birds.", "EMU is in the list birds."]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert not re.search(r"\bEMU\b", "".join(bob.frames), re.IGNORECASE)


LONG = "Maximilian the Third of Hohenzollern"


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), *(pytest.param(*size, marks=pytest.mark.nightly) for size in ((1440, 900), (390, 844), (844, 390)))]
)
def test_the_desk_is_within_reach(server: Server, meet: Meet, width: int, height: int) -> None:
    """Always there on a wide screen; on a phone it opens from the bottom, and its controls lie in the lower two thirds."""
    made = server.make(host=True, seated=[LONG, "Bo"])
    page = meet(f"/h/{made['host']}", width=width, height=height).page
    expect(page.locator("#picture svg")).to_be_visible()
    server.submit(made["seats"]["A"], 0, "score grow")
    server.submit(made["seats"]["B"], 0, "grow steal")
    expect(page.locator("#log .rule-line").last).to_be_attached()
    if width < 1000:
        expect(page.locator("#controls-rest")).to_be_hidden()
        page.locator("#controls-open").click()
    names = [
        f"+30 s {LONG}",
        "+30 s Bo",
        "+30 s both",
        "Announce",
        f"Private to {LONG}",
        "Private to Bo",
        "Rulings",
        "Links",
        "Copy picture",
    ]
    for name in [*names, "Pause the match", "Webhooks"]:
        box = page.locator("#controls").get_by_role("button", name=name, exact=True).filter(visible=True).last.bounding_box()
        assert box is not None
        assert box["height"] >= 44, name
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= width, name
        assert box["y"] + box["height"] <= height, name
        assert width >= 1000 or box["y"] >= height * 0.25, name
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert barriers(page) == []
    at_desk(page, "Private to Bo")
    expect(page.locator("#private-text")).to_be_focused()
    expect(page.locator("#private-with")).to_have_value("B host")
    page.get_by_role("tab", name="Log").click()
    page.locator("#log .rule-line").last.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Rulings").get_by_role("button", name="Go back to here")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.nightly
def test_the_picture_of_the_spectators_is_copied_or_else_downloaded(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Bob"])
    page = meet(f"/h/{made['host']}").page
    expect(page.locator("#picture svg")).to_be_visible()
    page.evaluate("() => { navigator.clipboard.write = async ([item]) => { window.copied = (await item.getType('image/png')).size; }; }")
    at_desk(page, "Copy picture")
    expect(page.locator("#copy-picture")).to_have_text("Copied")
    assert page.evaluate("copied") > 1000
    expect(page.locator("#copy-picture")).to_have_text("Copy picture")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    with page.expect_download() as download:
        at_desk(page, "Copy picture")
    assert download.value.suggested_filename == f"{made['id']}.png"
    page.locator("#menu summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the record so far").click()
    assert download.value.path().read_text().startswith("deathmatch 1\n")
