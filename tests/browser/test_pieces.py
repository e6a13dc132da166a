"""A board of pieces at real pages: sealed claims, bouts in turn and at once by taps, a match by text, a host's own board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser

VARIANT = "guidance-rite/guardians"
PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
SMALL: dict[str, Any] = {"size": "3x3", "board": "free", "best_of": "1", "fill": 0}


def table(server: Server, deal: str, seated: Sequence[str] = ("Ada", "Bob"), **options: Any) -> Any:
    """Two players, and a board of their host's own."""
    made = server.make(variant=VARIANT, host=True, settings={"by_hand": True}, seated=seated, **SMALL, **options)
    answer = httpx.post(f"{server.url}/api/hosts/{made['host']}/deal", json={"ply": 0, "text": f"board {deal}"})
    assert answer.status_code == 200, answer.text
    return made


def space(person: Person, name: str, within: str = "#picture") -> Locator:
    return person.page.locator(f"{within} [data-slot=space-{name.lower()}]")


def middle(person: Person, name: str, within: str = "#picture") -> tuple[float, float]:
    piece, box = space(person, name, within).locator("> :first-child"), None
    while box is None or box != piece.bounding_box():  # the page takes a moment to lay out its first table
        box = piece.bounding_box()
        person.page.wait_for_timeout(100)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def tap(person: Person, *names: str) -> None:
    """A finger on one space after another; each is taken before the next."""
    for name in names:
        person.page.touchscreen.tap(*middle(person, name))
        expect(space(person, name)).to_have_class(re.compile("chosen"))


def play(person: Person, text: str, *, button: str = "") -> None:
    """A turn by taps."""
    person.wait_for("on")
    tap(person, *re.findall("[A-F][1-6]", text))
    if button:
        person.page.get_by_role("button", name=button).tap()
    person.chosen(text)
    person.page.locator("#submit").tap()


def shows(person: Person, name: str) -> str:
    return space(person, name).get_attribute("aria-label") or ""


@pytest.mark.nightly
def test_a_whole_bout_at_once_by_taps_one_side_of_the_table_turned(server: Server, meet: Meet) -> None:
    """Example W20 of the book."""
    made = table(server, "A:P5 B:P7 B:P6 | A:G1 A:P1 . | A:P2 . .", turns="simultaneous")
    ada, bob = (meet(f"/s/{made['seats'][seat]}", **PHONE) for seat in "AB")
    bob.wait_for("on")
    left, low = middle(bob, "A1")
    bob.page.locator("#menu summary").tap()
    bob.page.get_by_role("button", name="Flip the board").tap()
    expect(bob.page.locator("#turn")).to_have_attribute("aria-pressed", "true")
    right, high = middle(bob, "A1")
    assert left < right
    assert low > high
    bob.page.reload()
    bob.wait_for("on")
    assert middle(bob, "A1") == (right, high)
    play(ada, "A1-B2")
    expect(ada.page.locator("#error")).to_contain_text("This captures your own plain piece.")
    ada.page.locator("#submit").tap()
    ada.wait_for("wait")
    assert "A1-B2" not in "".join(bob.frames)
    play(bob, "C3-B2")
    for person in (ada, bob):
        person.wait_for("on")
        expect(person.page.locator("#log")).to_contain_text("Pieces meet on B2: all of them are removed.")
        assert not shows(person, "B2")
        for name, seat in (("A1", "a"), ("C3", "b")):
            expect(space(person, name).locator(f"path.seat-{seat}-line")).to_have_count(1)  # where each came from
    play(ada, "A3-A2 guardian", button="Change places")
    play(bob, "B3-A3")
    for person in (ada, bob):
        person.wait_for("over")
        assert shows(person, "A2").endswith("plain piece, arrows S")
    assert (ada.result(), bob.result()) == ("You won", "You lost")


def typed(box: Locator, text: str) -> None:
    """Write a deal as text."""
    box.fill(text)
    box.blur()


def dragged(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one point to another."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


@pytest.mark.nightly
def test_a_host_lays_out_boards_by_drag_tap_and_key_and_the_table_deals_them(server: Server, meet: Meet) -> None:
    made = server.make(variant=VARIANT, host=True, settings={"by_hand": True}, **{**SMALL, "board": "full"})
    host = meet(f"/h/{made['host']}", quiet=False, **PHONE)  # a text that cannot be read is refused
    page = host.page
    page.get_by_role("button", name="Prepare deals").tap()
    dialog = page.get_by_role("dialog", name="Prepare deals")
    box, prompt, use = (
        dialog.get_by_label("The deal as text"),
        dialog.get_by_role("status"),
        dialog.get_by_role("button", name="Use this deal"),
    )
    expect(box).to_have_value(re.compile(r"^board( \S+){3} \|( \S+){3} \|( \S+){3}$"))
    typed(box, "board R1 R2 R3 | C1 C2 C3 | L15 L26 L37")
    expect(space(host, "A3", ".sketch")).to_have_attribute("aria-label", "A3: unclaimed rat, arrows N")
    typed(box, "board R1 R2 R3 | C1 C2 C3 | L15 L26")
    expect(dialog.get_by_role("alert")).to_be_visible()
    expect(dialog.locator(".picture")).to_be_hidden()  # the old board is not this text's
    expect(dialog.get_by_role("button", name="Monster")).to_have_count(0)
    typed(box, "board R1 R2 R3 | C1 C2 C3 | L15 L26 L37")
    expect(dialog.locator(".picture")).to_be_visible()
    dragged(page, middle(host, "A3", ".sketch"), middle(host, "B2", ".sketch"))
    expect(box).to_have_value("board C2 R2 R3 | C1 R1 C3 | L15 L26 L37")
    page.touchscreen.tap(*middle(host, "B3", ".sketch"))
    dialog.get_by_role("button", name="Monster").tap()
    expect(box).to_have_value("board C2 M2 R3 | C1 R1 C3 | L15 L26 L37")
    page.keyboard.press("2")
    expect(dialog.get_by_role("alert")).to_have_text(re.compile("The piece on B3, M, has no black arrow.*rule R8"))
    expect(use).to_be_disabled()
    page.keyboard.press("3")
    expect(box).to_have_value("board C2 M3 R3 | C1 R1 C3 | L15 L26 L37")
    page.keyboard.press("Escape")
    space(host, "A2", ".sketch").focus()
    for key in ("Enter", "v"):
        page.keyboard.press(key)
        expect(prompt).to_have_text(re.compile("on A2, a crow" if key == "Enter" else "Where does the piece on A2 go"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(box).to_have_value("board C2 M3 R3 | L15 R1 C3 | C1 L26 L37")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    use.tap()
    ahead = page.get_by_role("button", name="1 deal prepared")
    ahead.press("Enter")  # a tap so soon would count as a second one on "Use this deal"
    expect(dialog.get_by_role("button", name="New deal")).to_have_attribute("aria-pressed", "true")
    dialog.get_by_role("button", name="Deal 1").tap()
    expect(box).to_have_value("board C2 M3 R3 | L15 R1 C3 | C1 L26 L37")
    dialog.get_by_role("button", name="New deal").tap()
    expect(box).not_to_have_value("board C2 M3 R3 | L15 R1 C3 | C1 L26 L37")
    expect(dialog.locator(".picture")).to_be_visible()
    use.tap()
    expect(page.get_by_role("button", name="2 deals prepared")).to_be_visible()
    for seat, name in (("A", "Ada"), ("B", "Bob")):
        server.sit(made["seats"][seat], name)
    host.wait_for("watch")
    assert shows(host, "B3") == "B3: unclaimed monster, arrows E"
    ahead.press("Enter")
    dialog.get_by_role("button", name="Deal 1").tap()
    dialog.get_by_role("button", name="Take this deal away").tap()
    dialog.get_by_role("button", name="Close").tap()
    expect(page.get_by_role("button", name="Prepare deals")).to_be_visible()
