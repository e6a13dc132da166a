"""Nothing of a table is covered or off the screen, on any screen: no place of the picture, no clock, nothing of the dock.

The words of every language fit on a phone and on a desktop: none is cut off, runs into another, is wider than its ground, or too small.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from deathmatch.core.catalogues import ENGLISH, LANGUAGES
from deathmatch.core.seats import PUBLIC, Eye, Seat
from deathmatch.core.speech import speaking
from tests.browser import stand
from tests.browser.conftest import Meet, Server, barriers_in_light_and_dark
from tests.browser.test_space import VARIANTS, at_table, show, unseen

pytestmark = pytest.mark.browser

SIZES = ((1440, 900), (1366, 768), (1024, 768), (768, 1024), (360, 740), (740, 360))
FITTED = SIZES[0], SIZES[4]
"""Where each word is measured too."""

BY_DAY_SIZES = (*FITTED, SIZES[5])
UNFIT = """() => {
  const found = new Set();
  const box = (node) => node.getBoundingClientRect();
  const seen = (node) => box(node).width > 0 && node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const meet = (one, two) => Math.min(
    Math.min(one.right, two.right) - Math.max(one.left, two.left), Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top));

  // The picture: each text in the window, on its ground, and clear of all others.
  const picture = document.querySelector("#picture > svg");
  const texts = [...picture.querySelectorAll("text")].filter((node) => node.textContent.trim() && seen(node) && !node.closest("defs"));
  const boxes = texts.map((node) => {
    const { left, right, top, bottom } = box(node);
    const rim = (bottom - top) * 0.25;  // what a line has above and below its letters
    return { left, right, top: top + rim, bottom: bottom - rim };
  });
  const edge = box(picture), slack = 0.75 * Math.max(1, picture.getScreenCTM().a);
  // The ink of a line, without what a font leaves above and below it.
  const pen = document.createElement("canvas").getContext("2d");
  const ink = (node) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(node), { left, right } = box(node), scale = node.getScreenCTM();
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText(node.textContent.trim());
    const at = node.getStartPositionOfChar(0), base = scale.b * at.x + scale.d * at.y + scale.f;
    return { left, right, top: base - up * scale.d, bottom: base + down * scale.d };
  };
  const inks = texts.map((node) => (/\\p{Script=Hangul}/u.test(node.textContent) ? { left: 0, right: 0, top: 0, bottom: 0 } : ink(node)));
  const light = (paint) => (paint.match(/[\\d.]+/g) ?? [0, 0, 0]).slice(0, 3).reduce((sum, part) => sum + Number(part) / 765, 0);
  const solid = (node) => {
    for (let up = node; up !== picture; up = up.parentNode) if (Number(getComputedStyle(up).opacity) < 0.6) return false;
    const { fill, fillOpacity, visibility } = getComputedStyle(node);
    return fill !== "none" && Number(fillOpacity) > 0.6 && visibility === "visible";
  };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  const shapes = [...picture.querySelectorAll("rect, path, circle, ellipse, polygon")].filter((node) => seen(node)
      && !node.closest("defs, .ring, .halo, .lit") && solid(node))
    .map((node) => [node, box(node), node.getScreenCTM()?.inverse(), Math.abs(light(getComputedStyle(node).fill) - ground) > 0.4]);
  const grounds = [...picture.querySelectorAll("rect")].filter(seen).map((node) => [node, box(node)]);
  texts.forEach((node, n) => {
    const words = node.textContent.trim(), it = boxes[n], middle = (it.left + it.right) / 2, line = (it.top + it.bottom) / 2;
    const where = node.closest("[data-slot]")?.dataset.slot;
    if (it.left < edge.left - 1 || it.right > edge.right + 1) found.add(`${words} (${where}) leaves the picture`);
    const own = grounds.filter(([rect, g]) => (rect.parentNode.contains(node)) && rect.compareDocumentPosition(node) & 4
      && g.left <= middle && middle <= g.right && g.top <= line && line <= g.bottom && g.height < 120 * edge.height / 740);
    const [, ground_] = own.at(-1) ?? [];
    const over = ground_ && Math.max(ground_.left - it.left, it.right - ground_.right);
    if (over > slack) found.add(`${words} (${where}) is ${over.toFixed(1)} px wider than its ground`);
    for (let m = 0; m < n; m++) {
      const met = Math.max(meet(boxes[m], it), meet(inks[m], inks[n]));
      if (met > 1) found.add(`${words} (${where}) runs into ${texts[m].textContent.trim()}`);
    }
    if (/\\p{Script=Hangul}/u.test(words)) return; // the machine that tests may have no font for it, and draws boxes
    const drawn = ink(node), high = ground_ && Math.max(ground_.top - drawn.top, drawn.bottom - ground_.bottom);
    if (high > slack) found.add(`${words} (${where}) is ${high.toFixed(1)} px higher than its ground`);
    // No shape covers a part of it, and it does not lie half on something that stands out.
    const near = [];
    for (const [shape, its, into, stands] of shapes) {
      if (meet(drawn, its) < 1.5) continue;
      const [wide, tall] = [drawn.right - drawn.left, drawn.bottom - drawn.top];
      const point = (x, y) => new DOMPoint(drawn.left + x * wide, drawn.top + y * tall);
      const points = [0.03, 0.25, 0.5, 0.75, 0.97].flatMap((x) => [0.1, 0.48, 0.9].map((y) => point(x, y)));  // not where a rim turns
      const inside = points.filter((point) => shape.isPointInFill(point.matrixTransform(into))).length;
      const other = shape.closest("[data-slot]")?.dataset.slot;
      if (!inside) continue;
      if (node.compareDocumentPosition(shape) & 4) found.add(`${words} (${where}) lies under ${other}`);
      else if (inside === points.length) near.length = 0;
      else if (stands) near.push(other);
    }
    for (const other of near) found.add(`${words} (${where}) runs over the edge of ${other}`);
  });

  // Plates, bar, dock: each text whole, in its button or line, and clear of its neighbours.
  const lines = [];
  for (const node of document.querySelectorAll(".bar *, .table > .plate *, .dock *")) {
    if (node.closest("svg, .unseen, [hidden], select, .sheet, .name, label") || !seen(node)) continue;
    const own = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
    if (!own.length) continue;
    const range = document.createRange();
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const it = range.getBoundingClientRect(), words = range.toString().trim();
    if (it.width < 2 || it.height < 2) continue;
    for (let up = node; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up), home = box(up);
      if (home.width <= 1) { it.gone = true; break; }
      const cuts = /hidden|clip/.test(style.overflowX);
      if ((cuts || up.matches("button, .button, .plate, .bar, .dock")) && (it.left < home.left - 1 || it.right > home.right + 1)) {
        found.add(`${words} is ${(it.right - home.right).toFixed()} px too wide for ${up.id || up.className || up.tagName}`);
      }
      if (/hidden|clip/.test(style.overflowY) && up.scrollHeight > up.clientHeight + 2 && up.contains(node)) {
        found.add(`${words} is too high for ${up.id || up.className}`);
      }
    }
    if (!it.gone) lines.push([words, it, node]);
  }
  lines.forEach(([words, it, node], n) => {
    for (const [other, its, one] of lines.slice(0, n)) {
      if (!one.contains(node) && !node.contains(one) && meet(its, it) > 1) found.add(`${words} runs into ${other}`);
    }
  });
  return [...found];
}"""


Named = tuple[str, str, Eye]
Widths = tuple[tuple[int, int], ...]
BY_DAY: set[Named] = {("even-groups/standard", ENGLISH, PUBLIC)}


def cases() -> list[Any]:
    """A player of every variant in every language, and a spectator; most of them by night."""
    every: list[Named] = [(name, language, Seat.A) for name in VARIANTS for language in LANGUAGES]
    every += [(name, ENGLISH, PUBLIC) for name in VARIANTS]
    return [pytest.param(*each, id="-".join(map(str, each)), marks=[] if each in BY_DAY else pytest.mark.nightly) for each in every]


@pytest.mark.parametrize(("name", "language", "eye"), cases())
def test_nothing_of_a_table_is_covered_or_off_the_screen_and_all_words_fit_their_places(
    server: Server, meet: Meet, name: str, language: str, eye: Eye, request: pytest.FixtureRequest
) -> None:
    with speaking(language):
        stands = stand.stands(name, eye=eye)
    line = stand.line(stands[0], language)
    person = at_table(server, meet, name, line, eye, locale=language)
    assert person.page.evaluate("document.documentElement.lang") == language
    found = []
    for width, height in SIZES if request.node.get_closest_marker("nightly") else BY_DAY_SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        for each in stands:
            show(person, line, each)
            unfit = person.page.evaluate(UNFIT) if (width, height) in FITTED else []
            found += [f"{width}x{height}, {each.kind}: {one}" for one in (*unseen(person, width), *unfit)]
    assert found == [], "\n".join(found[:40])


CONTROLS = """(touch) => {
  const found = new Set();
  if (document.documentElement.scrollWidth > innerWidth) found.add("the page scrolls sideways");
  const drawn = (node) => node.matches("path, rect, circle, ellipse, line, polygon, text") && node.getBoundingClientRect().width > 1;
  for (const node of document.querySelectorAll("button, a.button, summary, input, select, textarea")) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.disabled || node.closest(".unseen, .leap, .picture")) continue;
    if (node.id === "text" && node.getBoundingClientRect().width < 10) continue; // it opens with its key
    const home = node.matches("[type=radio], [type=checkbox]") ? (node.closest("label") ?? node) : node;
    const { left, right, top, bottom, width, height } = home.getBoundingClientRect();
    const name = node.id || node.getAttribute("aria-label") || node.textContent.trim() || node.name || node.className;
    if (Math.min(width, height) < 23.5) found.add(`${name} has ${width.toFixed()} x ${height.toFixed()} px`);
    const large = node.matches("button, a.button, input:not([type=range], [type=radio], [type=checkbox])") && !node.matches(".events *");
    if (touch && large && height < 43.5) found.add(`${name} is ${height.toFixed()} px high`);
    if (home === node && getComputedStyle(node).opacity < 0.3) found.add(`${name} is invisible`);
    const rolls = home.parentElement.closest(".tabs, .strip, .wide, .panel");
    if (!rolls && (left < -1 || right > innerWidth + 1)) found.add(`${name} is off the screen: ${left.toFixed()} to ${right.toFixed()}`);
    if (!node.closest("aside, .sheet") && top + scrollY < -1) found.add(`${name} is above the page`);
    if (node.closest(".dock") && !node.closest(".sheet") && bottom > innerHeight + 1) found.add(`${name} is below the window`);
    if (!node.matches("button, a, summary")) continue;
    const shown = [...node.querySelectorAll("*")].filter((part) => part.checkVisibility({ visibilityProperty: true }));
    const shows = shown.some((part) => part.matches("img, progress") || drawn(part));
    const marks = [node, ...node.querySelectorAll("*")].some((part) => /^["'].*[^ "']/.test(getComputedStyle(part, "::before").content));
    if (!node.innerText.trim() && !shows && !marks) found.add(`${name} is blank`);
  }
  return [...found];
}"""
WIDTHS = ((390, 844), (820, 1180), (1280, 800), (1600, 900), (360, 740), (1024, 768), (1440, 900))
BY_DAY_WIDTHS = WIDTHS[4:]
at_widths = pytest.mark.parametrize("widths", [BY_DAY_WIDTHS, pytest.param(WIDTHS, marks=pytest.mark.nightly)], ids=["few", "all"])


def controls(page: Page, widths: Widths) -> list[str]:
    """The controls of a page that are blank, too small or off the screen, at these widths."""
    found = []
    for width, height in widths:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}: {one}" for one in page.evaluate(CONTROLS, width < 600)]
    return found


@at_widths
def test_every_control_of_a_table_can_be_seen_and_hit_and_nothing_is_a_barrier(server: Server, meet: Meet, widths: Widths) -> None:
    """The host's field for dealing by hand too, for player and spectator the same table, and the replay while it runs and stands."""
    made = server.make(variant="tile-joust/gauntlet", host=True, settings={"by_hand": True, "untimed": True}, seated=["Ada", "Bob"])
    found = {}
    host = meet(f"/h/{made['host']}")
    host.wait_for("on")
    expect(host.page.get_by_role("textbox", name="Deal")).to_be_visible()
    expect(host.page.locator("#controls button:empty")).to_have_count(0)  # the names of the players come with the state
    found["host"] = controls(host.page, widths)
    for who, path in (("player", f"/s/{made['seats']['A']}"), ("spectator", f"/w/{made['watch']}")):
        person = meet(path)
        expect(person.page.locator("#picture svg")).to_be_visible()
        person.settled()
        found[who] = controls(person.page, widths)
    over = server.make(against="bot:random", rounds=1, max_rounds=1)
    player = meet(f"/s/{over['seats']['A']}")
    player.wait_for("on")
    server.submit(over["seats"]["A"], 0, "score claim")
    player.wait_for("over")
    found["over"] = controls(player.page, widths)
    player.page.goto(f"/r/{over['id']}")
    expect(player.page.locator("#picture svg")).to_be_visible()
    found["replay"] = controls(player.page, widths)
    player.page.locator("#play").click()
    expect(player.page.locator("#play.playing")).to_be_visible()
    found["replay that runs"] = player.page.evaluate(CONTROLS, False)
    asked = meet(f"/s/{server.make(seated=['Bob'])['seats']['A']}")
    asked.wait_for("on")
    found["asked"] = controls(asked.page, widths)
    asked.page.keyboard.press("s")
    asked.page.locator(".taken").wait_for()
    assert barriers_in_light_and_dark(asked.page) == []
    assert not {who: faults for who, faults in found.items() if faults}


PATHS = ("/", "/new", "/learn/guidance-rite")
OTHERS = ("/rules/even-groups", "/seasons", "/study", "/overview", "/key", "/open", "/learn", "/rules", "/puzzles", "/puzzles/even-groups")
"""Much like these, or the checker goes over them in the tests of their own."""


@pytest.mark.parametrize("path", [*PATHS, *(pytest.param(path, marks=pytest.mark.nightly) for path in OTHERS)])
@at_widths
def test_every_control_of_the_other_pages_can_be_seen_and_hit_and_nothing_is_a_barrier(meet: Meet, path: str, widths: Widths) -> None:
    page = meet(path, reduced_motion="reduce").page
    page.wait_for_load_state("networkidle")
    assert controls(page, widths) == []
    assert barriers_in_light_and_dark(page) == []
