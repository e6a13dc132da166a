"""Ways to answer: a tap that is seen at once, a button that stays, a bare word, a warning however a move is put, an error that leaves."""

from __future__ import annotations

import contextlib
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from deathmatch.core.errors import Refusal
from deathmatch.core.game import Decision
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import look
from deathmatch.server.wire import frames
from tests.browser import fake, stand
from tests.browser.conftest import Meet, Server
from tests.browser.fake import Line, choice, step
from tests.browser.test_space import FIRST, at_table, show

pytestmark = pytest.mark.browser


def test_what_the_lost_line_is_blamed_for_leaves_with_its_return_and_a_choice_made_meanwhile_comes_back(server: Server, meet: Meet) -> None:
    svg = fake.picture(fake.element("left", 100, 180, 80, 100), fake.element("right", 260, 180, 80, 100))
    first = step(choice("left", "left", "l"), choice("right", "right", "r"))
    line = Line(first, svg, {(one,): step(choice("far"), prefix=(one,), whole=one) for one in ("left", "right")})
    ada = fake.sit(server, meet, line)
    ada.page.keyboard.press("l")
    ada.chosen("left")
    assert line.route is not None
    before = ada.page.locator("#picture").bounding_box()
    ada.page.evaluate("() => { window.setTimeout = () => 0; }")  # so that the page does not try again by itself
    line.route.close(code=1012)
    expect(ada.page.locator("#notice")).to_contain_text("Connection lost")
    ada.page.locator("[data-slot=right]").click(force=True)
    expect(ada.page.locator("#error")).to_contain_text("nothing was sent. Your move is kept")
    assert ada.page.locator("#picture").bounding_box() == before
    ada.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(ada.page.locator("#notice")).to_contain_text("Reconnected.")
    expect(ada.page.locator("#error")).to_be_hidden()
    expect(ada.page.locator("[data-slot=right]")).to_have_attribute("aria-pressed", "true")


def test_a_bare_word_and_enter_plays_it_and_the_field_has_the_focus(server: Server, meet: Meet) -> None:
    stands = {each.kind: each for each in stand.stands("letter-hunt/colosseum")}
    line = stand.line(stands["turn owed"])
    ada = at_table(server, meet, "letter-hunt/colosseum", line)
    expect(ada.page.get_by_role("textbox", name="Your move")).to_be_focused()
    ada.page.locator("#legend").focus()  # a letter belongs to the word all the same, and is no key of "Name the hand"
    ada.page.keyboard.type("h")
    expect(ada.page.get_by_role("textbox", name="Your move")).to_have_value("h")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#prompt.why")).to_contain_text(re.compile(r"A word of \d+ to \d+ letters"))
    ada.page.keyboard.type("ousx")
    expect(ada.page.locator("#prompt")).to_have_text("HOUSX: not in the list")
    expect(ada.page.get_by_role("button", name="Submit")).to_be_disabled()
    ada.page.keyboard.press("Backspace")
    ada.page.keyboard.type("e")
    expect(ada.page.locator("#slot-done")).to_have_text("AHOUSE")  # it lies on the table before it is sent
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted)
    assert line.submitted == ["word house"]


def test_a_typed_move_is_warned_of_as_a_tapped_one_is(server: Server, meet: Meet) -> None:
    made = server.make(variant="tile-joust/gauntlet", chips=40, seated=["Bob"])
    ada, bob = (meet(f"/s/{made['seats'][seat]}") for seat in "AB")
    ada.page.wait_for_function("() => /on|wait/.test(document.body.dataset.mood)")
    mover = ada if ada.page.evaluate("document.body.dataset.mood") == "on" else bob
    mover.wait_for("on")
    mover.page.get_by_role("textbox", name="Your move").fill("bid 25")
    mover.page.keyboard.press("Enter")
    expect(mover.page.get_by_role("alert")).to_contain_text("That leaves you 15 chips for 35 more tiles.")
    assert mover.page.evaluate("document.body.dataset.mood") == "on"
    mover.page.locator("#submit:not(.unready)").wait_for()
    mover.page.keyboard.press("Enter")
    mover.wait_for("wait")


STEPS, STEPS_BY_NIGHT = 4, 8  # taps at each position
TAP = """(node) => {
  const { x, y, width, height } = (node.querySelector('.ring') ?? node.firstElementChild ?? node).getBoundingClientRect();
  node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }));
}"""
SHOWN = """() => ({
  chips: [...document.querySelectorAll('#choices .taken')].map((chip) => chip.getAttribute('aria-label')),
  marked: [...document.querySelectorAll('#picture .chosen')].map((node) => node.dataset.slot),
  text: document.getElementById('text').value,
  ready: document.getElementById('submit').getAttribute('aria-disabled') === 'false',
  drawn: Object.fromEntries([...document.querySelectorAll('#picture [data-slot]')].map((node) => {
    const copy = node.cloneNode(true);
    for (const extra of copy.querySelectorAll('.page')) extra.remove();
    return [node.dataset.slot, copy.innerHTML];
  })),
})"""
PARSED = """(svg) => {
  const holder = document.createElement('div');
  holder.innerHTML = svg;
  return Object.fromEntries([...holder.querySelectorAll('[data-slot]')].map((node) => [node.dataset.slot, node.innerHTML]));
}"""


def said(decision: Decision[Any], prefix: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What the chips of these tokens say, as their steps call them, and the places that are marked; of two choices at a place the later."""
    taken: list[tuple[str, str, str | None]] = []
    for at, token in enumerate(prefix):
        found = next((one for one in decision.compose(prefix[:at]).choices if one.token == token), None)
        if found is not None and found.slot:
            taken = [one for one in taken if one[2] != found.slot or one[0] == token]
        taken.append((token, found.label if found else token, found.slot if found else None))
    return [frames.fill(label, stand.NAMES) for _, label, _ in taken], [slot for *_, slot in taken if slot]


def prefix_of(line: stand.StandLine, decision: Decision[Any]) -> tuple[str, ...]:
    """The last tokens that the page asked about and the rules accepted."""
    for frame in reversed(line.heard):
        if frame["type"] == "compose" and not frame.get("slot"):
            with contextlib.suppress(Refusal):
                decision.compose(tuple(frame["prefix"]))
                return tuple(frame["prefix"])
    return ()


BY_DAY = "letter-hunt/gambit"
"""A variant with places, cards and words; the others wait for the night."""


@pytest.mark.parametrize(
    ("variant", "steps"), [(BY_DAY, STEPS), *(pytest.param(name, STEPS_BY_NIGHT, marks=pytest.mark.nightly) for name in sorted(FIRST))]
)
def test_chips_picture_and_text_say_the_same_at_every_step(server: Server, meet: Meet, variant: str, steps: int) -> None:
    stands = [each for each in stand.stands(variant) if "owed" in each.kind]
    line = stand.line(stands[0])
    ada = at_table(server, meet, variant, line)
    source = HmacSource(b"chips", variant)
    for each in stands:
        show(ada, line, each)
        decision = look(each.position, each.eye).decision
        assert decision is not None
        step = decision.compose(())
        begun, plain = ada.page.evaluate(SHOWN), ada.page.evaluate(PARSED, each.picture(look(each.position, each.eye).view).svg())
        for turn in range(steps):
            spells = f", [data-slot^={step.word.letters}]" if step.word and step.word.letters else ""  # typing, which makes no chip
            offers = ada.page.locator(f"#picture .open:not(.chosen{spells}), #choices button:not(.taken)")
            if turn % 4 == 3 or not offers.count():
                offers = ada.page.locator("#choices .taken")
            offers.nth(source.below(offers.count())).evaluate(TAP)
            ada.page.wait_for_function("() => !document.body.classList.contains('asking')")
            shown = ada.page.evaluate(SHOWN)
            prefix = prefix_of(line, decision) if shown["chips"] else ()
            step = decision.compose(prefix)
            chips, marked = said(decision, prefix)
            assert sorted(shown["chips"]) == sorted(f"Take back {label}" for label in chips), (each.kind, prefix)
            assert sorted(shown["marked"]) == sorted(set(marked)), (each.kind, prefix)
            assert shown["text"] == ((step.whole or "") if prefix else ""), (each.kind, prefix)
            assert shown["ready"] == bool(shown["text"])
            ahead = ada.page.evaluate(PARSED, each.picture(step.view).svg()) if step.view is not None else plain
            drawn = {slot: begun["drawn"][slot] if markup == plain.get(slot) else markup for slot, markup in ahead.items()}
            assert shown["drawn"] == drawn, (each.kind, prefix)
