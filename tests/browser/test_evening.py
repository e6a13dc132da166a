"""An evening as a host has it, on real servers and processes: a season of six players, three matches at once, and a second server.

Two matches are played in Chromium, two windows and a spectator each, and one inside Discord's stand-in through `deathmatch discord`. A coin
is tossed, a ruling goes back two events, a substitute takes a seat over, a time-out is voided. Then the archive goes to the second server.
"""

from __future__ import annotations

import os
import re
import signal
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import deathmatch
from packages.discord.tests.house import House
from packages.discord.tests.playing import Player, played
from tests.browser.conftest import Meet, Person, Server, at_desk

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PLAYERS = ["Ada", "Ben", "Cas", "Dan", "Eve", "Fay of the Long and Winding Road to Here"]
ADA, BEN, CAS, DAN, EVE, FAY = PLAYERS
EARLIER = f"date,player_a,player_b,winner,variant,role_a,role_b,items\n2026-11-15,{EVE},{BEN},tie,letter-hunt/gambit,EC,DMO,two garnets\n"
SECONDS = 25  # for a decision at the table with the time-out
WHY = "The link was lost, and both had agreed to stop"
SHOTS = os.environ.get("EVENING_SHOTS")  # a folder for pictures of the pages, to be looked at


def shoot(person: Person, name: str, **more: Any) -> None:
    """A picture of a page at the width of a desktop and of a phone, if somebody wants to see them."""
    if SHOTS:
        before = person.page.viewport_size
        for width, height in ((1440, 900), (360, 740)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_timeout(400)
            person.page.screenshot(path=f"{SHOTS}/{name}-{width}.png", **more)
        assert before is not None
        person.page.set_viewport_size(before)


def copied(page: Page, name: str) -> str:
    """The path behind a button that copies a link."""
    return str(page.get_by_role("button", name=name, exact=True).get_attribute("data-copy"))


def submit(person: Person, text: str) -> None:
    """A move by text, until the page has sent it."""
    person.wait_for("on")
    field = person.page.get_by_role("textbox", name="Your move")
    if not field.is_visible():
        person.page.get_by_role("button", name="Type the move").click()
    field.fill(text)
    person.page.locator("#submit").click()
    person.page.wait_for_function("() => document.body.dataset.mood !== 'on' || document.getElementById('text').value === ''")


def legal(person: Person) -> str:
    """The first move that the open question allows."""
    person.wait_for("on")
    answer: Any = person.page.evaluate("() => fetch(`${document.body.dataset.api}/?pictures=none&moves=9`).then((answer) => answer.json())")
    return str(answer["legal"]["moves"][0])


def sit(person: Person) -> None:
    person.page.get_by_role("button", name="Sit down").click()


def ready(*people: Person) -> None:
    for person in people:
        person.page.get_by_role("button", name="Ready", exact=True).click()


def rule(host: Person, kind: str, **fields: str) -> None:
    """A ruling by the host's dialog, with a look at its effect."""
    page = host.page
    at_desk(page, "Rulings")
    dialog = page.get_by_role("dialog")
    dialog.locator("[name=ruling]").select_option(kind)
    for name, value in fields.items():
        field = dialog.locator(f"[name={name}]")
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    dialog.locator("[name=reason]").fill(WHY)
    dialog.get_by_role("button", name="Show the effect").click()
    expect(dialog.get_by_role("button", name="Confirm the ruling")).to_be_visible()
    shoot(host, f"ruling-{kind}")
    dialog.get_by_role("button", name="Confirm the ruling").click()
    expect(dialog).to_be_hidden()


def on_move(at: At) -> Person:
    """The player who owes an answer."""
    for _ in range(100):
        for person in (at.a, at.b):
            if person.page.evaluate("document.body.dataset.mood") == "on":
                return person
        at.a.page.wait_for_timeout(200)
    raise AssertionError("nobody owes an answer")


@dataclass
class At:
    """Everybody at one table."""

    host: Person
    a: Person
    b: Person
    spectator: Person

    @property
    def everybody(self) -> tuple[Person, ...]:
        return self.host, self.a, self.b, self.spectator


def set_up(host: Person, meet: Meet, a: str, b: str, variant: str, more: dict[str, str | bool], **options: int) -> At:
    """A table by the form of the season's page; players and a spectator come by the links that the page gives."""
    page = host.page
    form = page.locator("form[data-post$='/matches']")
    form.get_by_label("Player A", exact=True).fill(a)
    form.get_by_label("Player B", exact=True).fill(b)
    form.locator("#variant").select_option(variant)
    for summary in form.locator("details > summary").all():
        summary.click()
    for name, value in more.items():
        field = form.locator(f"[name='{name}']")
        field.check() if isinstance(value, bool) else field.select_option(value)
    for key, number in options.items():
        form.locator(f"[name='options.{key}']").fill(str(number))
    shoot(host, f"form-{variant.replace('/', '-')}", full_page=True)
    form.get_by_role("button", name="Set up the table").click()
    line = page.locator(".open-matches li").filter(has_text=a).filter(has_text=b)
    expect(line).to_be_visible()
    seats = [copied(page, f"Copy the link of {name}") for name in (a, b)]
    desk = meet(str(line.get_by_role("link", name="Host the table").get_attribute("href")))
    spectator = meet(str(line.get_by_role("link", name="Watch").get_attribute("href")), width=360, height=740)
    return At(desk, meet(seats[0]), meet(seats[1], width=360, height=740, quiet=False), spectator)


def first_table(at: At) -> str:
    """Five-Card Trick with a coin and the check-in; a ruling goes back two events. Ben gives up, so Ada wins."""
    sit(at.a)
    sit(at.b)
    expect(at.b.page.get_by_text(f"{ADA} calls the toss.")).to_be_visible()
    shoot(at.a, "coin-call")
    at.a.page.get_by_role("button", name="Sun").click()
    for person in at.everybody[1:]:
        expect(person.page.locator(".coin .result")).to_contain_text("the toss")
    shoot(at.spectator, "coin-tossed")
    shoot(at.b, "check-in")
    ready(at.a, at.b)
    for person, text in ((at.a, "score grow"), (at.b, "score block:grow"), (at.a, "claim steal"), (at.b, "grow block:claim")):
        submit(person, text)
    expect(at.host.page.locator("#log")).to_contain_text("B grow block:claim")
    shoot(at.host, "desk")
    rule(at.host, "back", event="3 ")
    for person in at.everybody:
        expect(person.page.locator("#notice")).to_contain_text(WHY)
    shoot(at.a, "ruled")
    at.host.page.get_by_role("button", name="Resume the match").click()
    submit(at.a, "score steal")
    submit(at.b, "score claim")
    expect(at.spectator.page.locator("#log")).to_contain_text("B score claim")
    shoot(at.a, "table")
    resign(at.b, at.a)
    return ADA


def resign(person: Person, other: Person) -> None:
    """Give up by the menu; the other one has won."""
    person.page.locator("#resign").evaluate("button => button.click()")
    person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for one, said in ((other, "You won"), (person, "You lost")):
        one.wait_for("over")
        assert one.result() == said


def second_table(at: At, meet: Meet) -> str:
    """Even Groups with short clocks: a time-out is voided, a substitute takes Dan's seat over, and Cas gives up."""
    sit(at.a)
    sit(at.b)
    expect(at.host.page.locator("#log")).to_contain_text("timeout", timeout=SECONDS * 4000)
    rule(at.host, "timeout", seconds="600")
    for person in at.everybody:
        expect(person.page.locator("#notice")).to_contain_text(WHY)
    at.host.page.get_by_role("button", name="Resume the match").click()
    mover = on_move(at)
    submit(mover, legal(mover))
    page = at.host.page
    page.get_by_role("button", name="Pause the match").click()
    at_desk(page, "Links")
    shoot(at.host, "seats")
    page.get_by_role("button", name="Substitute", exact=True).last.click()
    page.get_by_role("button", name="Replace Dan").click()
    link = page.get_by_label("Link for the substitute in seat B").input_value()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(at.b.page.locator("#notice")).to_have_text("The host has given your seat to a substitute.")
    substitute = meet(link, width=360, height=740)
    shoot(substitute, "substitute-sits")
    substitute.page.get_by_label("Your name").fill("Hal")
    sit(substitute)
    expect(at.a.page.locator("#notice")).to_contain_text("Hal plays in seat B from now on")
    page.get_by_role("button", name="Resume the match").click()
    resign(at.a, substitute)
    return DAN


async def third_match(house: House) -> tuple[str, bytes]:
    """Inside Discord: Eve challenges Fay, and both choose at random to the end; gives the record's name and the record."""
    discord = house.discord
    eve, fay = Player(discord, "Eve"), Player(discord, "Fay")
    await eve.command("duel", opponent=fay, variant="five-card-trick/gauntlet", options="rounds=5")
    challenge = next(one for one in discord.messages.values() if one["content"].startswith(f"<@{eve.id}>"))
    await fay.press(challenge, "accept")
    board = next(one for one in discord.messages.values() if one["channel_id"] in discord.threads)
    await played(discord, (eve, fay), board, Random(20))
    (end,) = await discord.until(lambda: [sent for sent in discord.public if "/r/" in sent.body])
    assert not discord.refused
    found: tuple[str, bytes] = end.files[0]
    return found


def texts(places: Locator) -> list[str]:
    return [re.sub(r"\s+", " ", text).strip() for text in places.all_inner_texts()]


def figures(page: Page) -> list[list[str]]:
    """Everything on a season's page that is the same on every server: standings, meetings and results without their links."""
    found = (".hero", ".standings tr", ".grid tr", ".results .pair", ".results .pair + p")
    return [texts(page.locator(place)) for place in found]


def pages(person: Person, address: str) -> list[list[list[str]]]:
    """The figures of a season's page and of the page of each player."""
    found = []
    for path in ("", *(f"/player/{number}" for number in range(1, len(PLAYERS) + 1))):
        person.page.goto(f"{address}{path}")
        found.append(figures(person.page))
    return found


def standing(results: list[tuple[str, str, str]]) -> list[list[str]]:
    """The table that these results make, worked out anew: place, name, points, won, tied and lost."""
    score = {name: [0, 0, 0] for name in PLAYERS}
    for a, b, winner in results:
        for name in (a, b):
            score[name][0 if winner == name else 2 if winner else 1] += 1
    worth = {name: (won + tied / 2, -(won + tied + lost)) for name, (won, tied, lost) in score.items()}
    order = sorted(PLAYERS, key=lambda name: (worth[name][1] == 0, -worth[name][0], -worth[name][1], PLAYERS.index(name)))
    rows = []
    for name in order:
        place = 1 + sum(worth[one] > worth[name] for one in PLAYERS if worth[one][1])
        rows.append([str(place), name, f"{worth[name][0]:g}", *map(str, score[name])])
    return rows


def meetings(results: list[tuple[str, str, str]]) -> list[list[str]]:
    """Who won how often against whom, worked out anew: a line for each player, as they stand."""
    order = [row[1] for row in standing(results)]
    rows = []
    for one in order:
        row = [one]
        for other in order:
            won = [winner for a, b, winner in results if {a, b} == {one, other}]
            row.append(f"{won.count(one)}–{won.count(other)}" if won else "")
        rows.append(row)
    return rows


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers with data of their own."""
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made.append(Server(tmp_path / name))
        made[-1].start()
    yield made[0], made[1]
    for server in made:
        server.kill(signal.SIGTERM)


def season_page(meet: Meet) -> tuple[Person, Person]:
    """A season of six with results of the week before, at its host, and at the co-host with a link from there."""
    host = meet("/seasons")
    page = host.page
    shoot(host, "seasons", full_page=True)
    page.get_by_label("Title").first.fill("Autumn, Mondays")
    page.get_by_label("About").first.fill("Six weeks. Bring an item.")
    page.get_by_label("Players, one a line").fill("\n".join(PLAYERS))
    page.get_by_label("With ratings (Glicko-2)").check()
    page.get_by_role("button", name="Open the season").click()
    page.wait_for_url("**/season/*")
    shoot(host, "season-new", full_page=True)
    page.locator("summary").filter(has_text="Co-hosts").click()
    page.get_by_label("Name of the co-host").fill("Gus")
    page.get_by_role("button", name="Make a link").click()
    shoot(host, "cohost", full_page=True)
    cohost = meet(page.locator(".secret code").inner_text())
    bring(host, "Results as CSV", "earlier.csv", EARLIER.encode(), "Import the results")
    expect(page.locator(".results li")).to_have_count(1)
    return host, cohost


def bring(host: Person, label: str, name: str, body: bytes, button: str, **fields: str) -> None:
    """A file by a form of the season's page."""
    page = host.page
    page.locator("summary").filter(has_text="Past results").click()
    page.get_by_label(label).set_input_files({"name": name, "mimeType": "text/plain", "buffer": body})
    for field, text in fields.items():
        page.locator(f"[name='players.{field}']").last.fill(text)
    page.get_by_role("button", name=button).click()


def exported(host: Person, folder: Path, name: str) -> Path:
    with host.page.expect_download() as found:
        host.page.get_by_role("button", name="Export the season (.zip)").click()
    found.value.save_as(folder / name)
    return folder / name


def test_an_evening(servers: tuple[Server, Server], meet: Meet, tmp_path: Path) -> None:
    first, second = servers
    come = partial(meet, base=first.url)
    host, cohost = season_page(come)
    address = host.page.url
    house = House()
    with house.open(), house.front_end(first.url, tmp_path / "discord"):
        duel = house.start(third_match(house))
        coin: dict[str, str | bool] = {"coin.sets": "dmo", "coin.caller": "A", "coin.sealed": True, "settings.check_in": True}
        one = set_up(host, come, ADA, BEN, "five-card-trick/gauntlet", coin)
        cohost.page.reload()
        short = {f"time_{name}": SECONDS for name in ("colour", "open", "place")}
        two = set_up(cohost, come, CAS, DAN, "even-groups/standard", {"ec": "A"}, bank=0, **short)
        shoot(host, "season-open", full_page=True)
        results = [(EVE, BEN, ""), (CAS, DAN, second_table(two, come)), (ADA, BEN, first_table(one))]
        name, record = duel.result(600)
    assert name == "match.dm"
    host.page.goto(address)
    bring(host, "A record (.dm)", name, record, "Import the record", A=EVE, B=FAY)
    expect(host.page.locator(".results li")).to_have_count(4)
    winner = deathmatch.history_of(deathmatch.parse_record(record)).outcome.winner
    results.append((EVE, FAY, "" if winner is None else {"A": EVE, "B": FAY}[winner.value]))
    shoot(host, "season-end", full_page=True)
    viewer = come(copied(host.page, "Copy the link for viewers"))
    shoot(viewer, "season-viewer", full_page=True)
    assert [texts(row.locator("td, th"))[:-1] for row in viewer.page.locator(".standings tbody tr").all()] == standing(results)
    assert [texts(row.locator("td, th")) for row in viewer.page.locator(".grid tbody tr").all()] == meetings(results)
    archive = exported(host, tmp_path, "first.zip")
    shown = pages(viewer, viewer.page.url)
    shoot(viewer, "season-player", full_page=True)
    host = meet("/seasons", base=second.url)
    host.page.get_by_label("Archive of a season (.zip)").set_input_files(archive)
    host.page.get_by_role("button", name="Import the season").click()
    host.page.wait_for_url("**/season/*")
    again = exported(host, tmp_path, "second.zip")
    assert again.read_bytes() == archive.read_bytes()
    with zipfile.ZipFile(archive) as files:
        names = set(files.namelist())
    assert names == {"season.json", "matches.csv", "standings.csv"} | {
        file for n in (2, 3, 4) for file in (f"records/{n:04}.dm", f"pictures/{n:04}.png")
    }
    assert pages(host, host.page.url) == shown
