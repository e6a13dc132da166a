"""A position on a page: where all of it lies, whether it can be seen, and that a board is large and a panel keeps its place."""

from __future__ import annotations

from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.seats import Eye, Seat
from tests.browser import stand
from tests.browser.conftest import Meet, Person, Server
from tests.browser.fake import until
from tests.browser.stand import Stand, StandLine

pytestmark = pytest.mark.browser

VARIANTS = [variant.id for variant in games.every() if not variant.hosted]  # test_desk.py has the others
FIRST = {games.variants(game)[0].id for game in games.GAMES} & set(VARIANTS)
"""A variant of each game, by day; the pictures of the others differ in figures."""

LEFT = """() => {
  const found = [];
  const say = (node) => node.getAttribute("data-slot") ?? node.id;
  const [wide, high] = [innerWidth, innerHeight];
  if (document.documentElement.scrollWidth > wide) found.push("the page scrolls sideways");
  const own = [...document.querySelectorAll("#picture [data-slot], .clock .time, .clock .reserve, .badge, #owe")];
  for (const node of own) {
    const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
    if (!width || !height) continue;
    const pane = node.closest(".pane")?.getBoundingClientRect();
    if (pane && (top < pane.top - 1 || bottom > pane.bottom + 1)) continue; // scrolled away
    const sides = [left, top, right, bottom].map(Math.round);
    if (left < -1 || top < -1 || right > wide + 1 || bottom > high + 1) found.push(`${say(node)} is outside: ${sides}`);
    const home = node.closest("#picture, .table > .plate, .dock, .bar");
    for (const other of document.querySelectorAll("#picture, .table > .plate, .dock, .bar, .side")) {
      if (other === home || other.contains(home)) continue;
      const it = other.getBoundingClientRect();
      const [x, y] = [Math.min(right, it.right) - Math.max(left, it.left), Math.min(bottom, it.bottom) - Math.max(top, it.top)];
      if (it.width && it.height && x > 1 && y > 1) found.push(`${say(node)} lies under ${other.id || other.className}`);
    }
  }
  for (const seat of "AB") {
    const clock = document.querySelector(`#clock-${seat} .time`) ?? document.querySelector(`#clock-${seat}`);
    const { left, right, top, bottom } = clock.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!hit?.closest(`#clock-${seat}`)) found.push(`clock ${seat} is covered by ${hit?.id || hit?.className}`);
  }
  const owe = document.getElementById("owe").getBoundingClientRect();
  if (owe.height && owe.width < 120) found.push(`the headline has ${Math.round(owe.width)} px`);
  const dock = document.querySelector(".dock");
  if (dock.scrollHeight > dock.clientHeight + 2) found.push(`the dock hides ${dock.scrollHeight - dock.clientHeight} px of itself`);
  return found;
}"""

PHONE = 360
SMALL = """() => {
  const found = new Set();
  for (const node of document.querySelectorAll("body *")) {
    if (node.closest(".unseen, .leap, [hidden], defs, title, option")) continue;
    if (![...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim())) continue;
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const matrix = node.ownerSVGElement && node.getScreenCTM();
    const size = parseFloat(getComputedStyle(node).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    const where = node.closest("[data-slot]")?.dataset.slot ?? (node.id || node.className);
    if (size < 13.95) found.add(`${node.textContent.trim()} in ${where} has ${size.toFixed(1)} px`);
  }
  return [...found];
}"""


def at_table(server: Server, meet: Meet, variant: str, line: StandLine, eye: Eye = Seat.A, **more: Any) -> Person:
    """Somebody at a page that shows the stands of this line."""
    made = server.make(variant=variant)
    path = f"/s/{made['seats']['A']}" if eye is Seat.A else f"/w/{made['id']}"
    person = meet(path, reduced_motion="reduce", lines=line.serve, **more)
    person.page.wait_for_function("() => document.body.dataset.mood")
    person.settled()
    return person


def show(person: Person, line: StandLine, stand_: Stand) -> None:
    """Put a position on the page, and wait until it lies there. A page that was too busy to hear of its line comes back first."""
    until(person, lambda: line.route)
    line.show(stand_)
    person.page.wait_for_function("version => document.body.dataset.version === String(version)", arg=line.version)


def unseen(person: Person, width: int) -> list[Any]:
    """The parts of the position on the page that are covered or outside, and on a phone those too small to read, once it rests."""
    for _ in range(2):
        hidden: list[Any] = person.page.evaluate(LEFT)
        hidden += person.page.evaluate(SMALL) if width == PHONE else []
        if not hidden:
            break
        person.settled()
    return hidden


@pytest.mark.parametrize(
    "name", ["even-groups/standard", *[pytest.param(f"guidance-rite/{name}", marks=pytest.mark.nightly) for name in ("final", "guardians")]]
)
def test_on_a_desktop_a_board_has_at_least_640_pixels(server: Server, meet: Meet, name: str) -> None:
    stands = [each for each in stand.stands(name) if "owed" in each.kind]
    line = stand.line(stands[0])
    ada = at_table(server, meet, name, line)
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    for each in stands:
        show(ada, line, each)
        board = ada.page.locator("#picture [data-slot=board]").bounding_box()
        assert board is not None
        assert max(board["width"], board["height"]) >= 640, each.kind


def test_on_a_phone_the_panel_keeps_its_place_from_turn_to_turn(server: Server, meet: Meet) -> None:
    made = server.make(variant="five-card-trick/final", seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}", width=360, height=740)
    places = []
    for ply, cards in enumerate((("score", "grow"), ("claim", "steal"))):
        ada.wait_for("on")
        places.append(ada.page.locator(".dock").bounding_box())
        for card in cards:
            ada.page.locator(f"[data-slot=hand-{card}]").click()
        ada.chosen(" ".join(cards))
        places.append(ada.page.locator(".dock").bounding_box())
        ada.page.get_by_role("button", name="Submit").click()
        ada.wait_for("wait")
        places.append(ada.page.locator(".dock").bounding_box())
        server.submit(made["seats"]["B"], ply, " ".join(cards))
    assert all(place == places[0] for place in places), places
