"""The end of a match and the way to the next one, what stays on the table, and a reveal that waits for its reader."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from deathmatch import games
from tests.browser import fake, stand
from tests.browser.conftest import Meet, Person, Server, barriers
from tests.browser.test_space import at_table, show

pytestmark = pytest.mark.browser

AWAY = "Object.defineProperty(document, 'hidden', { get: () => window.away === true });"


def finished(server: Server, meet: Meet) -> Person:
    """Ada after a match of one round against a bot."""
    made = server.make(against="bot:random", rounds=1, max_rounds=1)
    ada = meet(f"/s/{made['seats']['A']}")
    ada.wait_for("on")
    ada.page.get_by_role("textbox", name="Your move").fill("score claim")
    ada.page.keyboard.press("Enter")
    ada.wait_for("over")
    return ada


def test_the_end_says_the_score_in_a_banner_that_leaves(server: Server, meet: Meet) -> None:
    ada = finished(server, meet)
    banner = ada.page.locator(".banner strong")
    expect(banner).to_have_text(re.compile(r"^You (won|lost): \d+ to \d+$"))
    assert ada.owe() == banner.text_content()
    ada.page.locator(".banner").click()
    expect(ada.page.locator(".banner")).to_have_count(0)


def test_a_new_game_has_the_settings_of_the_last_one_and_proposes_its_bot(server: Server, meet: Meet) -> None:
    ada = finished(server, meet)
    before = ada.page.url
    ada.page.locator(".more > summary").click()
    ada.page.get_by_role("button", name="New game").click()
    ada.page.get_by_role("dialog").get_by_role("button", name="Play").click()
    ada.page.wait_for_url(lambda url: url != before)
    ada.wait_for("on")
    ada.page.locator("#menu > summary").click()
    ada.page.get_by_role("button", name="More about this match").click()
    expect(ada.page.locator("#changed")).to_have_text(re.compile("rounds 1, max rounds 1"))
    expect(ada.page.locator("#name-A")).to_have_text("Ada")
    expect(ada.page.locator("#plate-B")).to_contain_text("Random")


def test_the_end_leads_to_the_same_game_with_a_friend(server: Server, meet: Meet) -> None:
    ada = finished(server, meet)
    ada.page.get_by_role("link", name="With a friend").click()
    expect(ada.page.get_by_role("radio", name="a friend")).to_be_checked()
    expect(ada.page.locator("#five-card-trick")).to_be_in_viewport()


def test_reveals_at_once_need_no_time_and_the_browser_remembers_them_and_the_sound(server: Server, meet: Meet) -> None:
    line = fake.Line(fake.step(fake.choice("left")), fake.picture())
    ada = fake.sit(server, meet, line)
    ada.page.locator("#menu summary").click()
    ada.page.get_by_role("radio", name="at once").check()
    ada.page.get_by_role("checkbox", name="Sound").uncheck()
    ada.page.wait_for_function("() => localStorage.sound === 'false' && localStorage.reveals === '0'")
    ada.page.clock.install()
    ada.page.reload()
    ada.wait_for("on")
    expect(ada.page.get_by_role("checkbox", name="Sound")).not_to_be_checked()
    expect(ada.page.locator("[name=reveals][value='0']")).to_be_checked()
    line.update(1, fake.step(fake.choice("right")), "Both play.", "Bob wins.")
    expect(ada.page.locator("#log li")).to_have_count(2)
    expect(ada.page.locator("#owe")).to_have_text("Your move: a thing")


def test_the_own_sealed_choice_stays_marked_and_is_put_into_words(server: Server, meet: Meet) -> None:
    made = server.make(seated=["Bob"])
    ada = meet(f"/s/{made['seats']['A']}")
    ada.wait_for("on")
    for key in "sc":
        ada.page.keyboard.press(key)
    ada.chosen("score claim")
    ada.page.keyboard.press("Enter")
    ada.wait_for("wait")
    expect(ada.page.locator("#picture .kept")).to_have_count(2)
    expect(ada.page.locator("#aside")).to_have_text("You play Score and Claim.")
    ada.page.reload()
    ada.wait_for("wait")
    expect(ada.page.locator("#aside")).to_have_text("You play Score and Claim.")
    server.submit(made["seats"]["B"], 0, "grow steal")
    ada.wait_for("on")
    expect(ada.page.locator("#picture .kept")).to_have_count(0)


def test_a_reveal_waits_until_its_reader_looks_and_the_tab_calls_meanwhile(server: Server, meet: Meet) -> None:
    line = fake.Line(fake.step(fake.choice("left")), fake.picture())
    ada = fake.sit(server, meet, line, reduced_motion="reduce")
    ada.page.evaluate(AWAY + "window.away = true;")
    line.update(1, fake.step(fake.choice("right")), "Both play.", "Bob wins.")
    expect(ada.page).to_have_title(re.compile("^● Your move"))
    expect(ada.page.locator("#log li")).to_have_count(0)
    ada.page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'));")
    expect(ada.page.locator("#owe")).to_have_text("Both play. Bob wins.")
    ada.wait_for("on")
    expect(ada.page.locator("#log li")).to_have_count(2)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", [variant.id for variant in games.every() if not variant.hosted])
def test_the_checker_of_accessibility_finds_nothing_at_any_table(server: Server, meet: Meet, name: str, scheme: str) -> None:
    stands = [each for each in stand.stands(name) if "sealed" not in each.kind]
    line = stand.line(stands[0])
    ada = at_table(server, meet, name, line)
    ada.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce")
    found = []
    for each in stands:
        show(ada, line, each)
        found += [(each.kind, *one) for one in barriers(ada.page)]
        if each.kind != "the end" and ada.page.locator("[data-markable]").count():
            ada.page.locator("#marking").dispatch_event("click")
            ada.page.locator("#picture [data-markable]").first.click()
            found += [(f"{each.kind}, marking", *one) for one in barriers(ada.page)]
            ada.page.get_by_role("button", name="Done").click()
    assert found == []
