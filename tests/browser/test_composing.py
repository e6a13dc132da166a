"""How the page puts a move together where a board is dense, tokens are numbers or words, and messages cross; with a line made up here."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import fake
from tests.browser.conftest import Meet, Person, Server
from tests.browser.fake import Line, choice, element, picture, step
from tests.browser.test_finding import WALK

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"width": 360, "height": 740}
DESKTOP: dict[str, Any] = {"width": 1440, "height": 900}
SIDE = 5  # cells along each edge of the board
GAP = 38  # units between the middles of two neighbours


def cells() -> dict[str, tuple[float, float]]:
    """A board of 61 six-sided cells that fills the frame: the middle of each."""
    at = {}
    for row in range(2 * SIDE - 1):
        count = 2 * SIDE - 1 - abs(row - SIDE + 1)
        for column in range(count):
            at[f"{chr(97 + row)}{column + 1}"] = (180 + GAP * (column - (count - 1) / 2), 180 + GAP * 0.866 * (row - SIDE + 1))
    return at


CELLS = cells()


def board() -> Line:
    """A cell is a whole move. Each is drawn larger than its place, so the later ones lie over the earlier."""
    shapes = [fake.element(f"cell-{name}", x, y, 44, 44) for name, (x, y) in CELLS.items()]
    first = step(*(choice(name, f"cell-{name}") for name in CELLS))
    steps: dict[tuple[str, ...], dict[str, Any]] = {(name,): step(prefix=(name,), whole=name) for name in CELLS}
    return Line(first, fake.picture(*shapes), steps)


def on_screen(ada: Person, name: str) -> tuple[float, float, float]:
    """The middle of a cell in CSS pixels, and how many of them one unit has."""
    box: dict[str, float] = ada.page.locator(f"[data-slot=cell-{name}] > rect").first.bounding_box()  # type: ignore[assignment]
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 44


@pytest.mark.parametrize("size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.nightly)])
def test_a_tap_on_a_dense_board_takes_the_place_whose_middle_is_nearest(server: Server, meet: Meet, size: dict[str, Any]) -> None:
    line = board()
    ada = fake.sit(server, meet, line, **size)
    for name in ("a1", "e5", "f3", "i5"):
        x, y, scale = on_screen(ada, name)
        for dx, dy in ((-15, 0), (15, 0), (9, 12), (0, -15)):
            ada.page.mouse.click(x + dx * scale, y + dy * scale)
            ada.chosen(name)
            ada.page.keyboard.press("Backspace")
            ada.chosen("")
    assert {tuple(prefix) for prefix in line.prefixes if prefix} == {("a1",), ("e5",), ("f3",), ("i5",)}


def test_one_press_sends_a_number_that_is_typed(server: Server, meet: Meet) -> None:
    first = step(choice("fold"), number={"low": 2, "high": 90, "quick": []})
    line = Line(first, board().svg, {("7",): step(prefix=("7",), whole="7")})
    ada = fake.sit(server, meet, line)
    field, submit = ada.page.get_by_role("spinbutton"), ada.page.get_by_role("button", name="Submit")
    field.fill("91")
    expect(submit).to_be_disabled()
    expect(ada.page.locator("#prompt")).to_have_text("A number from 2 to 90.")
    field.fill("7")
    submit.click()
    fake.until(ada, lambda: line.submitted == ["7"])


def test_keys_reach_every_place_of_a_dense_board_which_is_one_stop_of_the_tab_key(server: Server, meet: Meet) -> None:
    ada = fake.sit(server, meet, board())
    keyboard = ada.page.keyboard
    expect(ada.page.locator("#picture [tabindex='0']")).to_have_count(1)
    expect(ada.page.locator("#picture [role=button]")).to_have_count(len(CELLS))
    ada.page.locator("[data-slot=cell-e5]").focus()
    ada.tab_to(ada.page.get_by_role("textbox", name="Your move"))
    ada.tab_to(ada.page.locator("[data-slot=cell-e5]"), "Shift+Tab")
    ada.page.locator("[data-slot=cell-a1]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        keyboard.press(key)
    at = ada.page.evaluate("document.activeElement.getAttribute('data-slot')")
    keyboard.press("Enter")
    ada.chosen(at.removeprefix("cell-"))
    expect(ada.page.locator(f"[data-slot={at}]")).to_have_attribute("aria-pressed", "true")
    keyboard.press("Backspace")
    ada.chosen("")
    assert len(ada.page.evaluate(WALK)) == len(CELLS)


def test_a_place_with_two_choices_asks_which(server: Server, meet: Meet) -> None:
    first = step(*(choice(f"{colour} {name}", f"cell-{name}") for name in CELLS for colour in ("black", "white")))
    again = step(choice("again", "cell-c4"), prefix=("white c4",), whole="white c4")
    line = Line(first, board().svg, {("white c4",): again, ("white c4", "again"): step(prefix=("white c4", "again"), whole="black c4")})
    ada = fake.sit(server, meet, line, **PHONE)
    expect(ada.page.locator("#choices button")).to_have_count(0)
    x, y, _ = on_screen(ada, "c4")
    ada.page.mouse.click(x, y)
    expect(ada.page.locator("#choices button:visible")).to_have_text(["Black c4", "White c4"])
    expect(ada.page.get_by_role("button", name="Black c4")).to_be_focused()
    ada.page.get_by_role("button", name="White c4").click()
    ada.chosen("white c4")
    ada.page.locator("[data-slot=cell-c4]").focus()
    ada.page.keyboard.press("Enter")  # changes what may be chosen anew, as Space does, and sends nothing
    ada.chosen("black c4")


def test_the_same_question_keeps_what_is_chosen_and_the_next_one_outlives_a_late_acknowledgement(server: Server, meet: Meet) -> None:
    line = board()
    line.first = step(choice("go", key="g"), choice("halt", key="h"))
    line.steps = {("go",): step(choice("far", key="f"), prefix=("go",)), ("go", "far"): step(prefix=("go", "far"), whole="go far")}
    ada = fake.sit(server, meet, line)
    ada.page.keyboard.press("g")
    ada.page.locator(".taken").wait_for()
    line.update(0, line.first)  # the other side sealed, or the host stopped the clocks
    ada.page.keyboard.press("f")
    ada.chosen("go far")
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted)
    line.update(1, step(choice("stay", key="s")))
    line.send({"type": "accepted", "ply": 0, "text": "go far"})
    expect(ada.page.get_by_role("button", name="Stay")).to_be_visible()
    ada.page.wait_for_timeout(200)
    expect(ada.page.get_by_role("button", name="Stay")).to_be_visible()
    ada.chosen("")


def test_the_picture_of_a_draft_stays_until_the_picture_of_the_move_is_here(server: Server, meet: Meet) -> None:
    place, stone = element("place", 180, 180, 40, 40), element("stone", 180, 180, 20, 20)
    whole = step(prefix=("go",), whole="go", change={"put": [["stone", stone]], "order": ["place", "stone"]})
    line = Line(step(choice("go", "place", key="g")), picture(place), {("go",): whole})
    ada = fake.sit(server, meet, line)
    drawn = ada.page.locator("[data-slot=stone]")
    ada.page.keyboard.press("g")
    ada.chosen("go")
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted)
    line.send({"type": "accepted", "ply": 0, "text": "go"})
    expect(ada.page.locator("[data-slot=place].kept")).to_be_visible()
    expect(drawn).to_be_visible()
    line.update(1, None)
    expect(drawn).to_have_count(0)


def test_the_places_of_a_sealed_move_keep_their_mark_through_a_reload(server: Server, meet: Meet) -> None:
    line = Line(
        step(choice("go", "place", key="g")), picture(element("place", 180, 180, 40, 40)), {("go",): step(prefix=("go",), whole="go")}
    )
    ada = fake.sit(server, meet, line)
    ada.page.keyboard.press("g")
    ada.chosen("go")
    ada.page.keyboard.press("Enter")
    fake.until(ada, lambda: line.submitted)
    line.send({"type": "accepted", "ply": 0, "text": "go", "receipt": "00"})
    expect(ada.page.locator(".kept")).to_have_count(1)
    ada.page.wait_for_function("() => JSON.stringify(localStorage).includes('receipt')")  # it comes with a script of its own
    line.first, line.now = None, fake.seen(0, ("B",)) | {"private": {"submitted": "go"}}
    ada.page.reload()
    expect(ada.page.locator("[data-slot=place].kept")).to_be_visible()
    line.now = fake.seen(0, ("B",)) | {"private": {"submitted": "stay"}}
    ada.page.reload()
    expect(ada.page.locator("[data-slot=place]:not(.kept)")).to_be_visible()


def slow_line() -> Line:
    """Go or halt, then far or near by a place of the picture; whatever is asked about is not answered before `catch_up`."""
    first = step(choice("go", key="g"), choice("halt", "place-halt", key="h"))
    steps: dict[tuple[str, ...], dict[str, Any]] = {
        ("go",): step(choice("far", "place-far", key="f"), choice("near", "place-near", key="n"), prefix=("go",)),
        ("go", "far"): step(prefix=("go", "far"), whole="go far"),
        ("go", "near"): step(prefix=("go", "near"), whole="go near"),
        ("halt",): step(prefix=("halt",), whole="halt"),
    }
    places = [fake.element(f"place-{name}", x, 180, 60, 60) for name, x in (("halt", 60), ("far", 180), ("near", 300))]
    return Line(first, fake.picture(*places), steps, slow=True)


def test_keys_that_are_quicker_than_the_line_all_count(server: Server, meet: Meet) -> None:
    line = slow_line()
    ada = fake.sit(server, meet, line)
    for key in ("h", "Backspace", "g", "f", "Enter"):
        ada.page.keyboard.press(key)
    fake.until(ada, lambda: line.prefixes == [["halt"]])
    line.catch_up()
    fake.until(ada, lambda: line.submitted == ["go far"])
    assert line.prefixes == [["halt"], ["go"], ["go", "far"]]


def test_submit_waits_for_what_was_chosen_last_and_does_not_send_what_stood_before(server: Server, meet: Meet) -> None:
    line = slow_line()
    line.slow = False
    ada = fake.sit(server, meet, line)
    for key in "gn":
        ada.page.keyboard.press(key)
    ada.chosen("go near")
    line.slow = True
    ada.page.keyboard.press("Backspace")
    ada.page.keyboard.press("f")
    ada.page.get_by_role("button", name="Submit").click()
    fake.catch_up(ada, line)
    fake.until(ada, lambda: line.submitted == ["go far"])


def test_however_much_there_is_to_show_it_takes_less_than_five_seconds(server: Server, meet: Meet) -> None:
    line = board()
    ada = fake.sit(server, meet, line, clock=True)
    line.update(1, line.first, *(f"Thing {number} happens." for number in range(40)))
    line.update(2, line.first, *(f"Then thing {number} happens." for number in range(20)))
    ada.page.locator("body.showing").wait_for()
    ada.page.clock.run_for(2000)
    assert ada.page.evaluate("document.body.classList.contains('showing')")
    ada.page.clock.run_for(3000)
    assert not ada.page.evaluate("document.body.classList.contains('showing')")
    assert ada.page.locator("#log li").count() == 60
    assert ada.page.locator("#live p").last.inner_text() == "Your move: a thing"
