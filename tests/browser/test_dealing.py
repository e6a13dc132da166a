"""The random numbers that a page sends and the receipts that it gets: kept, and checked at the end."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser
DEALT = "letter-hunt/gambit"  # a variant with deals


def posts(page: Page) -> list[tuple[str, Any]]:
    """Address and body of every JSON request that the page will have made."""
    posted: list[tuple[str, Any]] = []

    def note(request: Request) -> None:
        if request.method == "POST" and "/api/" in request.url:
            posted.append((request.url.split("/api/")[1], json.loads(request.post_data or "{}")))

    page.on("request", note)
    return posted


def kept(page: Page) -> dict[str, Any]:
    """What this browser keeps about its one match."""
    (own,) = page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('dealing:')).map(([, value]) => JSON.parse(value))"
    )
    assert isinstance(own, dict)
    return own


def resign(page: Page) -> None:
    page.locator("#menu summary").click()
    page.locator("#resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()


@pytest.mark.parametrize("against", ["A bot", pytest.param("A friend", marks=pytest.mark.nightly)])
def test_a_number_of_ones_own_is_sent_after_the_commitment_is_known_and_kept(server: Server, meet: Meet, against: str) -> None:
    ada = meet("/new")
    ada.page.get_by_text("Letter Hunt", exact=True).click()
    ada.page.locator(f"[name=variant][value='{DEALT}']").check(force=True)
    said = posts(ada.page)
    ada.page.get_by_role("radio", name=re.compile(f"^{against}")).check()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.locator("#play").click()
    ada.page.wait_for_url("**/s/*")
    made, sat = said[0], said[1]
    assert made[0] == "matches"
    assert not {"name", "nonce"} & set(made[1])
    assert sat[0].startswith("seats/")
    assert sat[1] == {"name": "Ada", "nonce": kept(ada.page)["nonce"]}
    assert re.fullmatch("[0-9a-f]{32}", sat[1]["nonce"])
    expect(ada.page.locator("#bound")).to_have_text(kept(ada.page)["commitment"])  # from the first moment on
    token = sat[0].split("/")[1]
    assert kept(ada.page)["commitment"] == httpx.get(f"{server.url}/api/seats/{token}").json()["table"]["commitment"]


def test_the_end_offers_to_check_the_dealing(server: Server, meet: Meet) -> None:
    ada = meet("/new")
    ada.page.get_by_text("Letter Hunt", exact=True).click()
    ada.page.locator(f"[name=variant][value='{DEALT}']").check(force=True)
    ada.page.get_by_text("Options and clocks").click()
    ada.page.locator("#publish").check()
    ada.page.locator("#play").click()
    ada.page.wait_for_url("**/s/*")
    ada.wait_for("on")
    own = kept(ada.page)
    resign(ada.page)
    ada.wait_for("over")
    ada.page.locator(".more summary").click()
    ada.page.get_by_role("button", name="Check the deals").click()
    dialog = ada.page.get_by_role("dialog", name="Check the deals")
    expect(dialog).to_contain_text(own["nonce"])
    expect(dialog).to_contain_text(own["commitment"])
    expect(dialog).to_contain_text("The seed matches the commitment, and your number was used.")
    link = dialog.get_by_role("link", name="Show the seed and the numbers").get_attribute("href")
    assert httpx.get(f"{server.url}{link}").json()["nonces"]["A"] == own["nonce"]


@pytest.mark.parametrize(
    ("forged", "words"),
    [({"nonce": "0" * 32}, "that your browser did not send"), ({"commitment": "0" * 64}, "does not match the commitment")],
)
def test_a_server_that_dealt_otherwise_is_found_out(server: Server, meet: Meet, forged: dict[str, str], words: str) -> None:
    made = server.make(variant=DEALT, settings={"publish": True})
    bob = meet(f"/s/{made['seats']['B']}")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.wait_for("on")
    key = f"dealing:{made['id']}:B"
    bob.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps(kept(bob.page) | forged)])
    resign(bob.page)
    bob.wait_for("over")
    bob.page.locator(".more summary").click()
    bob.page.get_by_role("button", name="Check the deals").click()
    expect(bob.page.get_by_role("dialog")).to_contain_text(words)


def receipts(page: Page) -> dict[str, Any]:
    """The receipts that this browser keeps of its one match, by question."""
    (own,) = page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('receipts:')).map(([, value]) => JSON.parse(value))"
    )
    assert isinstance(own, dict)
    return own


@pytest.mark.parametrize("publish", [True, pytest.param(False, marks=pytest.mark.nightly)])
def test_receipts_are_kept_and_checked_at_the_end(server: Server, meet: Meet, publish: bool) -> None:
    made = server.make(settings={"publish": publish})
    bob = meet(f"/s/{made['seats']['B']}", quiet=publish)  # the record that is not published stands on the console
    bob.page.get_by_role("button", name="Sit down").click()
    bob.wait_for("on")
    bob.page.get_by_role("textbox", name="Your move").fill("score grow")
    bob.page.keyboard.press("Enter")
    server.submit(made["seats"]["A"], 0, "grow claim")
    bob.wait_for("on")
    bob.page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('receipts:'))")
    assert receipts(bob.page)["0"]["text"] == "score grow"
    assert re.fullmatch("[0-9a-f]{64}", receipts(bob.page)["0"]["receipt"])
    resign(bob.page)
    bob.wait_for("over")
    bob.page.locator(".more summary").click()
    bob.page.get_by_role("button", name="Check your choices").click()
    dialog = bob.page.get_by_role("dialog", name="Check your choices")
    expect(dialog).to_contain_text("1 of 1 receipts fit your choices in the record." if publish else "the record is not published")
    with bob.page.expect_download() as saved:
        dialog.get_by_role("link", name="Save your receipts").click()
    own = json.loads(saved.value.path().read_text("utf-8"))
    assert (own["seat"], [one["ply"] for one in own["receipts"]]) == ("B", [0])
    dialog.get_by_role("button", name="Close").click()
    key = f"receipts:{made['id']}:B"
    for forged, words in (
        ({"text": "score claim"}, "changed your choice for question 0"),
        ({"receipt": "0" * 64}, "does not fit your choice"),
    ):
        bob.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, json.dumps({"0": own["receipts"][0] | forged})])
        bob.page.get_by_role("button", name="Check your choices").click()
        expect(dialog).to_contain_text(words)
        dialog.get_by_role("button", name="Close").click()
