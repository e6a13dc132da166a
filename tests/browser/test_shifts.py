"""Nothing moves under a finger: while a page loads, by the shift as browsers count it; and while a move is put together and sent."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from deathmatch import games
from deathmatch.core.seats import Seat
from deathmatch.core.speech import speaking
from tests.browser import stand
from tests.browser.conftest import Meet, Server
from tests.browser.test_space import at_table, show

pytestmark = pytest.mark.browser

PHONE = {"width": 412, "height": 823, "is_mobile": True, "has_touch": True}
MOST = 0.04  # of the page, times how far it goes
BY_DAY = ("letter-hunt/gambit",)
WATCH = """
window.shifts = [];
const name = ({ node }) => node?.id || node?.className || node?.nodeName;
const noted = (list) => list.getEntries().map(({ value, sources }) => window.shifts.push([value, ...sources.map(name)]));
new PerformanceObserver(noted).observe({ type: "layout-shift", buffered: true });
"""
SHOWN = "() => document.querySelector('#picture svg [data-slot]') && !document.body.classList.contains('fresh')"
NAMES = [variant.id for variant in games.every() if not variant.hosted]  # test_desk.py has the others
TWICE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def little_moves(meet: Meet, path: str) -> None:
    """All that moves by itself until the page is there, each with its part of the sum, is hardly anything."""
    guest = meet("about:blank", coach=True, **PHONE)
    guest.page.add_init_script(WATCH)
    guest.page.goto(path)
    guest.page.wait_for_function(SHOWN)
    guest.page.evaluate(TWICE)
    found: list[list[float | str]] = guest.page.evaluate("window.shifts")
    assert sum(float(one[0]) for one in found) <= MOST, found


@pytest.mark.parametrize("path", ["/learn/letter-hunt", pytest.param("/puzzles/even-groups", marks=pytest.mark.nightly)])
def test_a_lesson_keeps_the_place_of_its_picture_free(meet: Meet, path: str) -> None:
    little_moves(meet, path)


@pytest.mark.parametrize("name", [pytest.param(one, marks=() if one in BY_DAY else pytest.mark.nightly) for one in NAMES])
def test_a_table_stands_where_it_stood_as_the_match_and_its_coach_come(server: Server, meet: Meet, name: str) -> None:
    made = server.make(variant=name, seated=["Bob"])
    little_moves(meet, f"/s/{made['seats']['A']}")


ADVICE = {
    "en": "Claim and Steal will not count: the same two cards were played in the last round.",
    "de": "Claim und Steal werden nicht zählen: Dieselben beiden Karten wurden in der letzten Runde gespielt.",
    "ko": "가져오기와 훔치기는 효과가 없습니다. 지난 라운드에 같은 카드 두 장을 냈습니다.",
}
"""A warning as long as the longest that a rule book has, for a move of which its own warns of nothing."""

PRESSED = """async (turn) => {
  const byId = (id) => document.getElementById(id), found = [];
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = (node) => node.getBoundingClientRect();
  const place = () => [box(byId("picture")).top, box(byId("picture")).width, box(byId("picture")).height].map(Math.round).join(" ");
  const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && box(node).width > 2;
  const meet = (one, two) => one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1;
  await frames();
  const before = place();
  const look = async (act) => {
    do await frames(); while (document.body.matches(".asking"));
    if (place() !== before) found.push(`${act}: the picture is at ${place()}, no more at ${before}`);
    const all = byId("choices");  // each of them is seen at each step
    if (all.scrollHeight > all.clientHeight + 1) found.push(`${act}: choices have ${all.scrollHeight} px, seen are ${all.clientHeight}`);
    for (const words of [...document.querySelectorAll(".loud > :is(p, #error)")].filter(seen)) {
      const cut = getComputedStyle(words.parentElement).overflowY === "hidden" && box(words).bottom > box(words.parentElement).bottom + 1;
      const long = words.scrollHeight > words.clientHeight + 1 || box(words).bottom > innerHeight;
      if (cut || long) found.push(`${act}: cut off: ${words.textContent}`);
      const others = "#move, .tools, .clock, #picture > svg" + (innerWidth > 999 ? ", .choice" : "");
      const under = [...document.querySelectorAll(others)].filter(seen).find((one) => meet(box(one), box(words)));
      if (under) found.push(`${act}: ${words.textContent} lies over ${under.id || under.className}`);
      const head = [byId("owe"), byId("prompt")].find(seen);  // above a refusal what was chosen takes the place of what is owed
      const bare = head.contains(document.elementFromPoint(box(head).left + 4, box(head).top + 8));
      if (words.matches(".why, #error") && !bare) found.push(`${act}: ${words.textContent} lies over the headline`);
    }
  };
  const press = (node) => node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  for (let step = 0; step < 12; step += 1) {
    const open = [...document.querySelectorAll("#choices > button:not(.taken, .shut), #picture .open:not(.chosen)")];
    const one = open[(turn * 7 + step * 3) % open.length];
    if (!one) break;
    press(one);
    await look(`choice ${step + 1}, ${one.getAttribute("aria-label") ?? one.textContent}`);
    if (step > turn && byId("text").value) break;
  }
  press(byId("submit"));
  await look("Submit");
  if (byId("error").hidden) await hear({ type: "refused", about: "submit", warning: true });
  await look("a warning");
  if (document.querySelector("#choices .taken")) press(document.querySelector("#choices .taken"));
  await look("Take back");
  for (const text of seen(byId("move")) ? ["what I mean", ""] : []) {
    byId("text").value = text;
    byId("text").dispatchEvent(new InputEvent("input", { bubbles: true }));
    await look(`typed text: ${text}`);
  }
  if (document.querySelector("[data-markable]")) {
    for (const act of ["marking", "marked"]) {
      press(byId("marking"));
      await look(act);
    }
  }
  await hear({ type: "accepted" });
  await look("accepted");
  return found;
}"""
SCREENS = ((360, 740), (390, 844), (768, 1024), (844, 390), (1024, 768), (1440, 900))
LONGEST = {"five-card-trick/setna", "guidance-rite/guardians"}
"""By day cards and pieces, each with most on the table, in the language with the longest words."""


def pressing() -> list[Any]:
    every = [(name, language, name in LONGEST and language == "de") for name in NAMES for language in ADVICE]
    return [pytest.param(*each, id="-".join(each), marks=() if day else pytest.mark.nightly) for *each, day in every]


@pytest.mark.parametrize(("name", "language"), pressing())
def test_nothing_that_is_pressed_moves_or_shrinks_the_board(
    server: Server, meet: Meet, name: str, language: str, request: pytest.FixtureRequest
) -> None:
    """Each step of each decision of a game, a warning, what is taken back, typed, and marked."""
    with speaking(language):
        stands = [each for each in stand.stands(name) if each.kind.endswith("owed")]
    line = stand.line(stands[0], language)
    ada = at_table(server, meet, name, line, locale=language)
    ada.page.expose_function("hear", lambda frame: line.send({"reason": ADVICE[language], "ply": each.position.ply, "text": "", **frame}))
    found: list[str] = []
    for width, height in SCREENS if request.node.get_closest_marker("nightly") else SCREENS[::5]:
        ada.page.set_viewport_size({"width": width, "height": height})
        for each in stands:
            show(ada, line, each)
            step = each.position.decision(Seat.A).compose(())
            if step.number or step.word:  # the script of their fields comes with the first of them
                expect(ada.page.locator("#choices .field, .erase").first).to_be_visible()
            found += [f"{width}x{height}, {each.kind}: {one}" for one in ada.page.evaluate(PRESSED, len(found) % 2)]
    assert found == [], "\n".join(found[:40])
