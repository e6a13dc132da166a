"""A host who rules: the effect is shown before it is confirmed, everybody reads the reason, the match goes on, and the replay shows it."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Person, Server, at_desk
from tests.browser.test_pieces import table

pytestmark = pytest.mark.browser
WHY = "Bob's <b>link</b> was {A} lost"


def test_a_host_takes_a_match_back_and_everybody_reads_why(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Ada", "Bob"])
    host = meet(f"/h/{made['host']}")
    ada = meet(f"/s/{made['seats']['A']}", width=360, height=740)
    watcher = meet(f"/w/{made['id']}")
    rounds = [("score grow", "score block:grow"), ("claim steal", "grow block:claim")]
    for ply, texts in enumerate(rounds):
        for seat, text in zip("AB", texts, strict=True):
            server.submit(made["seats"][seat], ply, text)
    page = host.page
    at_desk(page, "Rulings")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Before event")).to_be_visible()
    expect(dialog.locator("[name=seat]")).to_be_hidden()
    dialog.get_by_label("Before event").select_option("3 ")
    expect(dialog.get_by_role("button", name="Confirm")).to_be_hidden()
    dialog.get_by_label("Reason").fill(WHY)
    dialog.get_by_role("button", name="Show the effect").click()
    expect(dialog).to_contain_text("The host takes back event 3 and all that came after it.")
    expect(dialog).to_contain_text("Everybody has seen this, and it is undone:")
    expect(dialog.locator(".undone li").first).to_be_visible()
    dialog.get_by_role("button", name="Confirm").click()
    expect(dialog).to_be_hidden()
    for person in (host, ada, watcher):
        expect(person.page.locator("#notice")).to_contain_text(f"Reason: {WHY}")
        expect(person.page.locator("#log")).to_contain_text(WHY)
    assert ada.page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Resume the match").click()
    ada.wait_for("on")
    for seat, text in zip("AB", rounds[1], strict=True):
        server.submit(made["seats"][seat], 3, text)
    expect(ada.page.locator("#notice")).to_be_hidden()
    at_desk(page, "Rulings")
    expect(page.get_by_role("dialog")).to_contain_text(f"Reason: {WHY}")
    page.get_by_role("dialog").locator("[name=ruling]").select_option("forfeit")
    page.get_by_role("dialog").get_by_label("Reason").fill("she left")
    page.get_by_role("dialog").get_by_role("button", name="Show the effect").click()
    page.get_by_role("dialog").get_by_role("button", name="Confirm").click()
    ada.wait_for("over")
    assert ada.result() == "You lost"
    expect(ada.page.locator("#main")).to_contain_text("You lost by a ruling of the host.")
    assert "tag ruling back 3: " in httpx.get(f"{server.url}/r/{made['id']}.dm").text
    replay = meet(f"/r/{made['id']}")
    expect(replay.page.locator("#log")).to_contain_text(WHY)
    expect(replay.page.locator("#log")).to_contain_text("she left")


def ruled(host: Person, kind: str, **fields: str) -> None:
    """A ruling by the dialog, with a look at its effect."""
    at_desk(host.page, "Rulings")
    dialog = host.page.get_by_role("dialog", name="Rulings")
    dialog.locator("[name=ruling]").select_option(kind)
    for name, value in fields.items():
        field = dialog.locator(f"[name={name}]")
        field.select_option(label=value) if field.evaluate("node => node.matches('select')") else field.fill(value)
    confirm(host)


def confirm(host: Person) -> None:
    dialog = host.page.get_by_role("dialog", name="Rulings")
    dialog.get_by_role("button", name="Show the effect").click()
    dialog.get_by_label("Reason").fill(WHY)
    dialog.get_by_role("button", name="Confirm the ruling").click()
    expect(dialog).to_have_count(0)


@pytest.mark.nightly
def test_every_other_ruling_is_made_in_names_and_everybody_reads_it(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Penzo", "Jkitty"])
    host, penzo = meet(f"/h/{made['host']}", width=390, height=844), meet(f"/s/{made['seats']['A']}")
    said = penzo.page.locator("#notice")
    ruled(host, "enter", seat="Jkitty", move="score grow")
    expect(said).to_contain_text("The host enters an answer of a player.")
    ruled(host, "points", seat="Penzo", points="2", unit="chips")
    expect(said).to_contain_text("The host gives Penzo 2 chips.")
    ruled(host, "tied")
    penzo.wait_for("over")
    ruled(host, "won", seat="Jkitty")
    expect(said).to_contain_text("The host rules that Jkitty has won.")
    expect(host.page.locator("#aside")).to_contain_text("The host has corrected: Penzo +2 chips.")
    assert host.page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.nightly
def test_rulings_that_one_game_alone_has_are_made_in_its_words(server: Server, meet: Meet) -> None:
    hunt = server.make(variant="letter-hunt/colosseum", host=True, seated=["Penzo", "Jkitty"], lexicon="open")
    host = meet(f"/h/{hunt['host']}")
    ruled(host, "word", words="FIQH yeet")
    expect(host.page.locator("#notice")).to_contain_text("The host accepts 2 words that are not on the list.")
    for text in ("is it a word?", "quixo"):
        httpx.post(f"{server.url}/api/seats/{hunt['seats']['A']}/tell", json={"to": "host", "text": text}).raise_for_status()
    at_desk(host.page, "Private to Penzo")
    host.page.get_by_role("button", name="Accept this word…").click()
    confirm(host)
    expect(host.page.locator("#notice")).to_contain_text("The host accepts a word that is not on the list.")
    ruled(host, "void")
    host.wait_for("over")
    rite = table(server, "A:P5 B:P7 B:P6 | A:G1 A:P1 . | A:P2 . .", seated=["Penzo", "Jkitty"])
    host = meet(f"/h/{rite['host']}")
    ruled(host, "bout", bout="Penzo")
    expect(host.page.locator("#notice")).to_contain_text("The host gives this bout to Penzo.")


@pytest.mark.nightly
def test_before_the_start_a_host_rules_on_a_player_who_did_not_come(server: Server, meet: Meet) -> None:
    made = server.make(host=True, seated=["Penzo"])
    host, penzo = meet(f"/h/{made['host']}", width=360, height=740), meet(f"/s/{made['seats']['A']}")
    ruled(host, "noshow", absent="seat B")
    for person in (host, penzo):
        expect(person.page.locator("#waiting-title")).to_contain_text("did not come")
        person.page.reload()
        expect(person.page.locator("#waiting-title")).to_contain_text("did not come")
        expect(person.page.locator("#invites")).to_be_hidden()
        assert not person.trouble
