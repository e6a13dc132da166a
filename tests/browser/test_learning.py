"""Lessons and puzzles as a learner meets them: every lesson by keyboard alone, a wrong try and another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from deathmatch import games
from deathmatch.core.game import Variant
from tests.browser import fake
from tests.browser.conftest import Meet, Server
from tests.browser.fake import Line, choice, element, picture

pytestmark = pytest.mark.browser
LESSONS = [variant for variant in games.every() if games.lesson(variant) is not None]
BY_DAY = LESSONS[-1:]
"""The referee plays every lesson (`tests/conformance/test_lessons.py`); their pages differ in words and picture."""
VARIANTS = [pytest.param(variant, id=variant.id, marks=[] if variant in BY_DAY else [pytest.mark.nightly]) for variant in LESSONS]


def lies(page: Page) -> None:
    """Nothing scrolls sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_lesson_is_played_to_its_end_by_keyboard_alone(server: Server, meet: Meet, variant: Variant) -> None:
    lesson = games.lesson(variant)
    assert lesson is not None
    page = meet(f"/learn/{variant.id}", reduced_motion="reduce").page
    for number, (_, step) in enumerate(lesson.steps(), 1):
        expect(page.locator("#where")).to_have_text(f"Step {number} of {len(lesson)}")
        if step.task:
            expect(page.locator("#task")).to_have_text(step.task)
            page.get_by_role("textbox", name="Your move").focus()
            page.keyboard.type(step.right[0])
            page.keyboard.press("Enter")
            expect(page.locator("#verdict")).to_contain_text("Right.")
            expect(page.locator("#next")).to_be_focused()
        else:
            page.locator("#next").focus()
        page.keyboard.press("Enter")
    expect(page.locator("#finished")).to_be_focused()
    expect(page.locator("#end")).to_have_text(lesson.end)
    lies(page)


def test_a_wrong_move_is_explained_and_tried_again(server: Server, meet: Meet) -> None:
    learner = meet("/learn/five-card-trick?step=5", reduced_motion="reduce")
    page = learner.page
    page.locator("[data-slot=hand-score]").click()
    page.locator("[data-slot=hand-claim]").click()
    learner.chosen("score claim")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("Not that one. Bob played Score too")
    expect(page.locator("#story")).to_contain_text("You play Score and Claim.")
    expect(page.locator("#task")).to_be_visible()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#story")).to_contain_text("Grow comes before Claim")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_hidden()
    page.get_by_role("button", name="Another hint").click()
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#verdict")).to_contain_text("The answer: grow claim. Grow first, then Claim")


def test_solved_puzzles_are_remembered_in_this_browser(server: Server, meet: Meet) -> None:
    variant = games.find("letter-hunt/gambit")
    puzzles = games.puzzles(variant)
    assert puzzles is not None
    page = meet("/puzzles/letter-hunt", reduced_motion="reduce").page
    expect(page.locator("#where")).to_contain_text(f"Puzzle 1 of {len(puzzles)}")
    page.get_by_role("textbox", name="Your move").fill(puzzles.scenes[0].steps[0].right[0])
    page.keyboard.press("Enter")
    expect(page.locator("#where")).to_contain_text("1 solved")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.locator("#where")).to_contain_text(f"Puzzle 2 of {len(puzzles)}")
    page.goto("/puzzles")
    expect(page.locator("[data-variant='letter-hunt/gambit'] .progress")).to_have_text(f"1 of {len(puzzles)} solved")


def test_the_rule_book_is_folded_and_a_link_to_a_rule_opens_it_there(meet: Meet) -> None:
    page = meet("/rules/even-groups").page
    expect(page.locator("#r12")).to_be_hidden()
    page.get_by_role("link", name="R12").first.click()
    expect(page.locator("#r12")).to_be_in_viewport()


def test_the_coach_comes_to_the_first_match_says_what_things_are_and_leaves_for_good(server: Server, meet: Meet) -> None:
    made = server.make(against="bot:random")
    ada = meet(f"/s/{made['seats']['A']}", coach=True)
    words = ada.page.locator(".coach p")
    expect(words).to_contain_text("Choose two cards")
    ada.settled()
    ada.page.locator("[data-slot=pot]").click()
    expect(words).to_contain_text("The pot: filled by Grow")
    ada.page.locator("[data-slot=hand-steal]").hover()
    expect(words).to_contain_text("Steal: takes the pot")
    lies(ada.page)
    ada.page.get_by_role("button", name="Got it").click()
    expect(ada.page.locator(".coach")).to_have_count(0)
    ada.page.reload()
    ada.wait_for("on")
    expect(ada.page.locator(".coach")).to_have_count(0)


def test_the_coach_is_silent_once_there_is_nothing_new_to_say(server: Server, meet: Meet) -> None:
    line = Line(fake.step(choice("go")), picture(element("deck", 60, 180, 80, 100)))
    ada = fake.sit(server, meet, line, coach=True)
    coach = ada.page.locator(".coach")
    expect(coach).to_contain_text("Tap or point at anything on the table")
    ada.page.set_viewport_size({"width": 390, "height": 844})
    before = ada.page.locator("#picture").evaluate("node => node.offsetHeight")
    line.update(1, line.first)
    expect(coach).to_be_hidden()
    assert ada.page.locator("#picture").evaluate("node => node.offsetHeight") == before, "nothing moves"
