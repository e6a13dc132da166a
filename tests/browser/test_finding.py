"""What lies on a table can be found out there: where a piece can go, what its kinds are, every round of a ledger, and how a set went."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from deathmatch.core.game import Over
from deathmatch.core.seats import Seat
from deathmatch.games.guidance_rite.battle import manners, ways
from tests.browser import stand
from tests.browser.conftest import Meet, Server, finger_on
from tests.browser.fake import until
from tests.browser.test_space import at_table, show

pytestmark = pytest.mark.browser
SIZES = ((1440, 900), (360, 740), (740, 360))
LINE = """() => {
  const pane = document.querySelector('.pane').getBoundingClientRect();
  const rows = [...document.querySelectorAll('.pane [data-slot]')];
  const inside = (box) => box.top >= pane.top - 2 && box.bottom <= pane.bottom + 2;
  return { rows: rows.length,
           seen: rows.filter((row) => inside(row.getBoundingClientRect())).map((row) => row.getAttribute('aria-label')),
           size: 14 * rows[0].querySelector('text').getScreenCTM().a };
}"""
WHOLE = """() => {
  const pane = document.querySelector('.pane');
  const last = pane && [...pane.querySelectorAll('[data-slot]')].at(-1).getBoundingClientRect();
  return last && last.height && last.bottom <= pane.getBoundingClientRect().bottom + 1;
}"""
LOW = """() => {
  const { scrollTop, clientHeight, scrollHeight } = document.querySelector('.pane');
  return scrollTop + clientHeight > scrollHeight - 30;
}"""


WALK = """() => {
  const seen = {}, open = [document.querySelector("#picture [tabindex='0']").dataset.slot];
  while (open.length) {
    const slot = open.pop();
    if (slot in seen) continue;
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const node = document.querySelector(`[data-slot=${slot}]`);
      node.focus();
      seen[slot] = document.querySelectorAll(".reach").length;
      node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      open.push(document.activeElement.dataset.slot);
    }
  }
  return seen;
}"""


def _ends(view: Any, space: int) -> set[str]:
    """Where the piece on a space can go, if one stands there."""
    if view.board[space] is None:
        return set()
    names = view.terms.grid.names
    return {names[way.end].lower() for way in ways(view.terms, view.board, space) if manners(view.terms, view.board, way)}


def _turning(server: Server, meet: Meet, **more: Any) -> tuple[stand.Stand, Page]:
    first = next(one for one in stand.played("guidance-rite/guardians", {}, 0, Seat.A) if one.kind == "turn owed")
    page = at_table(server, meet, "guidance-rite/guardians", stand.line(first), **more).page
    page.locator("link[href*=reach]").wait_for(state="attached")  # its script is there
    return first, page


def test_a_piece_shows_where_it_can_go_to_the_pointer(server: Server, meet: Meet) -> None:
    first, page = _turning(server, meet)
    view: Any = first.position.view(Seat.A)
    names = view.terms.grid.names
    for space, piece in [(space, piece) for space, piece in enumerate(view.board) if piece is not None]:
        ends = _ends(view, space)
        page.locator(f"#slot-space-{names[space].lower()}").dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
        expect(page.locator(".reach")).to_have_count(len(ends))
        marked = page.evaluate("() => [...document.querySelectorAll('.reach')].map((mark) => mark.closest('[data-slot]').dataset.slot)")
        assert set(marked) == {f"space-{end}" for end in ends}
        foes = [
            other
            for other, its in enumerate(view.board)
            if its is not None and its.owner is not piece.owner and names[space].lower() in _ends(view, other)
        ]
        expect(page.locator(".foe")).to_have_count(len(foes))
        if ends or foes:
            expect(page.locator(".told")).to_contain_text(piece.kind.told)


@pytest.mark.nightly
def test_keys_come_to_every_piece_until_one_is_chosen_and_each_shows_where_it_can_go(server: Server, meet: Meet) -> None:
    first, page = _turning(server, meet)
    view: Any = first.position.view(Seat.A)
    mine = {choice.slot for choice in first.position.decision(Seat.A).compose(()).choices}
    moving = {f"space-{view.terms.grid.names[space].lower()}" for space in range(len(view.board)) if _ends(view, space)}
    assert moving - mine, "pieces of the other side can move"
    expect(page.locator("#picture [tabindex='0']")).to_have_attribute("role", "button")
    reached = page.evaluate(WALK)
    assert set(reached) == moving | mine
    assert all(reached[slot] for slot in moving)
    page.locator(f"#slot-{min(moving & mine)}").click()
    page.wait_for_function("() => document.querySelector('#picture .chosen')")
    expect(page.locator("#picture [tabindex]:not([role=button])")).to_have_count(0)


def test_a_long_press_shows_a_piece_and_only_a_tap_chooses_one_which_slides_to_where_it_goes(server: Server, meet: Meet) -> None:
    first, page = _turning(server, meet, width=390, height=844, has_touch=True, is_mobile=True)
    decision: Any = first.position.decision(Seat.A)
    slot, other = sorted({choice.slot for choice in decision.compose(()).choices})[:2]
    finger = finger_on(page)

    def press(on: str) -> None:
        finger("Start", page.locator(f"#slot-{on} > :first-child"))
        expect(page.locator(".told")).to_be_visible()
        page.wait_for_timeout(500)
        expect(page.locator(".glass")).to_have_count(0)  # it would cover the neighbours of a place as large as a finger
        edges = "place => { const { top, bottom } = document.querySelector(place).getBoundingClientRect(); return [top, bottom]; }"
        assert page.evaluate(edges, ".told")[0] >= page.evaluate(edges, "#owe")[1], "the words cover the headline"

    press(slot)
    finger("End")
    expect(page.locator(".told")).to_be_visible()
    expect(page.locator("#picture .chosen")).to_have_count(0)
    page.locator(f"#slot-{other}").tap()
    expect(page.locator("#picture:has(> .rings) g.chosen")).to_have_attribute("id", f"slot-{other}")  # with its marks and their key
    page.emulate_media(reduced_motion="no-preference")
    page.locator("#picture .open").first.tap()
    page.wait_for_function("() => document.querySelector('.slides')")
    expect(page.locator(".slides")).to_have_count(0)


def test_the_legend_and_the_rules_open_over_the_table_at_any_time_and_the_way_back_closes_them(server: Server, meet: Meet) -> None:
    line = stand.line(next(one for one in stand.played("guidance-rite/guardians", {}, 0, Seat.A) if "claim" in one.kind))
    ada = at_table(server, meet, "guidance-rite/guardians", line)
    ada.page.get_by_role("button", name="What lies on the table").click()
    legend = ada.page.get_by_role("dialog")
    for kind in ("Rat:", "Crow:", "Lizard:", "Guardian:", "Monster:"):
        expect(legend.get_by_role("listitem").filter(has_text=kind).locator("svg")).to_have_count(1)
    expect(legend.get_by_role("listitem").filter(has_text="wins more bouts").locator("svg.long")).to_have_count(1)
    ada.page.go_back()
    expect(ada.page.locator("#legend")).to_be_focused()
    ada.page.locator("#rules").click()
    legend.get_by_role("link", name="R50", exact=True).click()
    expect(legend).to_have_accessible_name("Rule R50")
    legend.get_by_role("button", name="The rules in short").click()
    expect(legend.get_by_role("link", name="R50", exact=True)).to_be_visible()


@pytest.mark.nightly
def test_the_ledger_scrolls_through_all_rounds_at_14_pixels(server: Server, meet: Meet) -> None:
    name = "letter-hunt/gambit"
    longest = max((one for one in stand.played(name, {}, 0, Seat.A) if "owed" in one.kind), key=lambda one: len(one.log))
    turns = len(longest.position.view(Seat.A).turns)
    assert turns > 8
    line = stand.line(longest)
    ada = at_table(server, meet, name, line)
    for width, height in (*SIZES, SIZES[0]):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_function(WHOLE)  # the last round stays in sight as its place changes
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        show(ada, line, longest)
        pane = ada.page.get_by_role("group", name="All rounds, to scroll")
        pane.press("End")
        ada.page.wait_for_function(LOW)
        told = ada.page.evaluate(LINE)
        assert told["rows"] == turns
        assert told["size"] >= 13.95
        assert len(told["seen"]) >= (turns if width == 1440 else 3), "a desktop has room for all"
        pane.press("Home")
        ada.page.wait_for_function("() => document.querySelector('.pane').scrollTop < 2")
        assert re.match("Round 1:", ada.page.evaluate(LINE)["seen"][0])


def test_a_tap_crosses_a_letter_out_the_next_ticks_it_and_the_third_clears_it(server: Server, meet: Meet) -> None:
    line = stand.line(next(one for one in stand.played("letter-hunt/gambit", {}, 0, Seat.A) if one.kind == "turn owed"))
    ada = at_table(server, meet, "letter-hunt/gambit", line)
    letter, left = ada.page.locator("#slot-letter-z"), ada.page.locator("#slot-open")
    letter.click()  # a word is owed, and this writes
    ada.page.locator(".pen").click()
    for sign, number in (("✗", 20), ("✓", 21), ("", 21)):
        letter.click()
        expect(letter.locator(".mark")).to_have_text([sign] if sign else [])
        expect(left).to_have_text(f"{number} open")
    ada.page.locator(".marks .main").click()
    ada.page.keyboard.type("hazel")  # whose first letter is a key of a button
    expect(ada.page.locator("#text")).to_have_value("Zhazel")
    until(ada, lambda: [frame["text"] for frame in line.heard if frame["type"] == "mark"] == ["✗", "✓", ""])


def test_the_last_joust_of_a_set_stays_on_the_table_until_the_reader_acts(server: Server, meet: Meet) -> None:
    name = "tile-joust/gauntlet"
    before, after = over_a_set(name)
    line = stand.line(before)
    ada = at_table(server, meet, name, line)
    told = after.full(line.version + 1)
    beats = [dict(beat, change=None) for beat in told["log"][len(before.log) :]]
    line.version += 1
    line.send({"type": "update", "version": line.version, "seen": told["seen"], "now": 0, "beats": beats, "step": told["step"]})
    go_on = ada.page.get_by_role("button", name="Go on")
    expect(go_on).to_be_visible()
    expect(ada.page.locator("#owe")).to_contain_text("The jousts of set 1 are over.")
    ada.page.keyboard.press("Escape")
    expect(go_on).to_have_count(0)
    expect(ada.page.locator("#log li", has_text=re.compile("^Joust "))).to_have_count(
        sum(beat["words"].startswith("Joust ") for beat in after.log)
    )
    expect(ada.page.locator("#log li", has_text="turn up")).to_have_count(0)


def over_a_set(name: str) -> tuple[stand.Stand, stand.Stand]:
    """Two positions of a random match between which the first set ends."""
    before = None
    for number in range(20):
        for one in stand.played(name, {}, number, Seat.A):
            if (
                before is not None
                and any(beat.get("hold") for beat in one.log[len(before.log) :])
                and not isinstance(one.position.pending, Over)
            ):
                return before, one
            before = one
        before = None
    raise AssertionError("no set ended")


def test_a_finger_that_rests_on_a_letter_marks_it_and_a_tap_types_it(server: Server, meet: Meet) -> None:
    first = next(one for one in stand.played("letter-hunt/gambit", {}, 1, Seat.A) if one.kind == "turn owed")
    phone: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    page = at_table(server, meet, "letter-hunt/gambit", stand.line(first), **phone).page
    finger = finger_on(page)
    finger("Start", page.locator("[data-slot=letter-j]"))
    expect(page.locator("[data-mark]")).to_have_count(1)  # once it has rested
    finger("End")
    finger("Start", page.locator("[data-slot=letter-k]"))
    finger("End")
    expect(page.locator("[data-mark]")).to_have_attribute("data-slot", "letter-j")
    expect(page.locator("#text")).to_have_value("K")
