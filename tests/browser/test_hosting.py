"""Games with words, hidden deals and onlookers: what their hosts and players find on the page. The toy game is served beside the others."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server, at_desk, barriers

pytestmark = pytest.mark.browser

TOYS = (
    "import sys; from pathlib import Path; from deathmatch import games; from deathmatch.server.running import run; "
    "from deathmatch.server.settings import Settings; games.GAMES['toy'] = 'tests.wordy'; "
    "at = sys.argv.index; sys.exit(run(Settings(Path(sys.argv[at('--data') + 1])), '127.0.0.1', int(sys.argv[at('--port') + 1])))"
)


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has the toy game too, and a list of its host's own."""
    data = tmp_path_factory.mktemp("toys")
    (data / "lexicons").mkdir()
    (data / "lexicons" / "birds.txt").write_text("EMU\nOWL\n")
    made = Server(data, program=TOYS)
    made.start()
    yield made
    made.kill(signal.SIGTERM)


def test_a_host_chooses_a_list_deals_by_hand_and_hands_out_links(toys: Server, meet: Meet) -> None:
    host = meet("/new", base=toys.url, width=360, height=740)
    page = host.page
    page.locator("details", has=page.locator("[value='toy/lenient']")).last.locator("summary").click()
    page.get_by_role("radio", name=re.compile("^Lenient")).check()
    page.get_by_text("Options and clocks").click()
    lists = page.locator("#toy-lenient-lexicon")
    assert {"short (default)", "any", "birds"} <= set(lists.locator("option").all_inner_texts())
    lists.select_option("birds")
    page.locator("#toy-lenient-onlookers").fill("2")
    expect(page.get_by_label("The host deals by hand")).to_be_hidden()
    page.get_by_role("radio", name=re.compile("^Two others")).check()
    page.get_by_label("The host deals by hand").check()
    page.get_by_label("Player aids").select_option("none")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Create the match").click()
    page.wait_for_url("**/h/*")
    seats = [page.get_by_label(f"Link for seat {seat}").input_value().rpartition("/")[2] for seat in "AB"]
    for seat, name in zip(seats, ("Ada", "Bob"), strict=True):
        toys.sit(seat, name)
    host.wait_for("on")
    assert host.owe() == "Your deal: cards"
    box = page.get_by_label("Deal", exact=True)
    expect(box).to_have_value("cards ")
    box.fill("cards a:3 b:3 o:45")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("#error")).to_have_text("The two numbers differ (rule R5)")
    expect(box).to_have_value("cards a:3 b:3 o:45")
    box.fill("cards a:3 b:7 o:45")
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
    assert dialog.get_by_label("For spectators", exact=True).input_value().startswith(f"{toys.url}/w/")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    onlooker = meet(watching)
    expect(onlooker.page.locator("[data-slot=points]")).to_contain_text("5")
    expect(onlooker.page.locator("#log-off")).to_be_visible()


def at_words(toys: Server, meet: Meet) -> tuple[Person, Person]:
    """Ada, who is to say a word, and Bob."""
    made = toys.make(variant="toy/lenient", lexicon="birds")
    toys.sit(made["seats"]["B"], "Bob")
    for seat in "AB":
        toys.submit(made["seats"][seat], 1, "bid 0")
    ada, bob = (meet(f"/s/{made['seats'][seat]}", base=toys.url, width=360, height=740) for seat in "AB")
    ada.wait_for("on")
    bob.wait_for("wait")
    return ada, bob


def test_a_word_is_looked_up_at_the_table_and_the_other_learns_nothing(toys: Server, meet: Meet) -> None:
    ada, bob = at_words(toys, meet)
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
    assert "EMU" not in "".join(bob.frames).upper()
    assert httpx.get(f"{toys.url}/api/games").json()[-1]["variant"].startswith("toy/")


LONG = "Maximilian the Third of Hohenzollern"


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (360, 740), *(pytest.param(*size, marks=pytest.mark.nightly) for size in ((390, 844), (844, 390)))]
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
