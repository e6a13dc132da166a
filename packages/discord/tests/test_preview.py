"""The preview, as a host clicks through it: `deathmatch discord --preview` in a real Chromium, and a match whose moves are typed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import chromium as chromium

pytestmark = pytest.mark.browser


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[str]:
    """The address of a preview, whose front end is connected."""
    command = [sys.executable, "-c", "from deathmatch.cli.main import main; main()", "discord", "--preview"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=os.environ | {"TMPDIR": str(tmp_path)}
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    assert list(tmp_path.iterdir()) == [], "nothing is kept"


def become(page: Page, who: str) -> None:
    page.get_by_label("You are").select_option(who)


def gives(page: Page, command: str, **given: str) -> None:
    """A slash command by its form."""
    page.get_by_label("Command").select_option(f"/{command}")
    form = page.get_by_role("dialog")
    for name, value in given.items():
        field = form.get_by_label(re.compile(rf"^{name} "))
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button", name="Send").click()


def says(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Message").fill(text)
    page.get_by_role("button", name="Send").click()


@pytest.mark.nightly
def test_a_host_tries_a_match_of_typed_moves_without_a_token(preview: str, chromium: Browser) -> None:
    """Sentence 20: all moves are made in the game room, in a single message. Only who has the address sees it."""
    whole = httpx.URL(preview)
    assert whole.host == "127.0.0.1"
    for path in ("/", "/state", f"{whole.path}file/1/seat.png"):
        assert httpx.get(whole.copy_with(path=path)).status_code == 404
    page = chromium.new_page(viewport={"width": 1280, "height": 860})
    page.goto(preview)
    last = page.locator("article").last
    gives(
        page,
        "host",
        first="Player 1",
        second="Player 2",
        variant="even-groups/standard",
        options="side=3 white=A",
        typed="yes",
        check_in="yes",
    )
    expect(page.get_by_text("Your match is posted")).to_be_visible()
    for who in ("Player 1", "Player 2"):
        become(page, who)
        expect(page.get_by_text("Your match is posted")).to_be_hidden()  # only the host sees it
        page.get_by_role("button", name="Accept").click()
        expect(page.get_by_text("The match begins when" if who == "Player 1" else "The match has begun")).to_be_visible()
    page.get_by_role("navigation").get_by_role("button", name="Even Groups").click()
    for who in ("Player 1", "Player 2"):
        become(page, who)
        page.get_by_role("button", name="My move").first.click()
        page.get_by_role("button", name="Ready").click()
        expect(page.get_by_role("button", name="Ready")).to_be_hidden()
    board = page.locator(".embed").first
    expect(board).to_contain_text("Waiting for Player 1")
    expect(board.locator("time")).to_contain_text("in ")
    become(page, "Player 1")
    says(page, "I begin in the middle")
    says(page, "Orange C3")
    expect(board).to_contain_text("Waiting for Player 2")
    become(page, "Player 2")
    says(page, "Orange C3, White A1")
    expect(last).to_contain_text("even-groups R5")
    says(page, "Orange A1, White A3")
    expect(board).to_contain_text("Waiting for Player 1")
    become(page, "Onlooker")
    expect(page.get_by_text("Only you can see this")).to_have_count(0)
    become(page, "Host")
    gives(page, "tell", text="You are *white*", to="A")
    expect(last).to_contain_text("Said in private: You are *white*")
    become(page, "Player 1")
    page.get_by_role("button", name="@ Deathmatch").click()
    expect(last).to_contain_text("the host, to you alone: You are *white*")
    page.get_by_role("button", name="Answer").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("Thank you")
    page.get_by_role("dialog").get_by_role("button", name="Send").click()
    become(page, "Player 2")
    expect(page.get_by_role("button", name="@ Deathmatch")).to_have_count(0)
    become(page, "Host")
    page.get_by_role("button", name="@ Deathmatch").click()
    expect(last).to_contain_text("Player 1, to you alone: Thank you")
    page.close()
