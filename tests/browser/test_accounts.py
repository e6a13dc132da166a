"""A key made, taken to another device by its link, opened by a passkey, and deleted: on the pages alone."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server, barriers_in_light_and_dark

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


@pytest.mark.nightly
def test_a_key_goes_to_another_device_and_its_name_goes_for_good(server: Server, meet: Meet) -> None:
    made = server.make()
    ann = meet(f"/s/{made['seats']['B']}", **PHONE)
    ann.page.get_by_label("Your name").fill("Annabel")
    ann.page.get_by_role("button", name="Sit down").click()
    ann.wait_for("on")
    seat = urlsplit(ann.page.url).path  # a link of her own, which the other devices get
    ann.page.goto("/key")
    expect(ann.page.get_by_text("The table that this browser remembers moves into the key.")).to_be_visible()
    ann.page.get_by_role("button", name="Make a key").click()
    expect(ann.page.locator("#fresh-link")).to_contain_text("/key#")
    link = str(ann.page.locator("#fresh-link").text_content())
    assert re.fullmatch(rf"{server.url}/key#[\w-]{{22}}", link)
    ann.page.get_by_role("button", name="Show it as a QR code").press("Enter")
    expect(ann.page.locator("#fresh-code svg")).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 360
    assert barriers_in_light_and_dark(ann.page) == []
    laptop = meet("/")
    asked: list[str] = []
    laptop.page.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer', '')}"))
    laptop.page.goto(link)
    expect(laptop.page.get_by_text("This key belongs to Annabel: one table.")).to_be_visible()
    assert laptop.page.url == f"{server.url}/key", "the secret has left the address"
    assert not any(link.split("#")[1] in each for each in asked), "and no request had it in its address"
    laptop.page.get_by_role("button", name="Sign in here", exact=True).click()
    expect(laptop.page.locator("#history a")).to_have_attribute("href", seat)
    laptop.page.get_by_role("button", name="Delete my key and my name…").click()
    dialog = laptop.page.get_by_role("dialog")
    expect(dialog.get_by_text("backups of this server")).to_be_visible()
    assert barriers_in_light_and_dark(laptop.page) == []
    dialog.get_by_role("button", name="Delete for good").click()
    expect(laptop.page.get_by_text("Your key and your name are gone.")).to_be_visible()
    viewer = meet(f"/w/{made['watch']}")
    expect(viewer.page.get_by_text("has deleted their name and messages").first).to_be_attached()
    assert "Annabel" not in viewer.page.content()
    ann.page.goto("/key")
    expect(ann.page.get_by_role("button", name="Make a key")).to_be_visible()


@pytest.mark.nightly
def test_a_passkey_opens_the_key_without_its_link(server: Server, meet: Meet) -> None:
    site = server.url.replace("127.0.0.1", "localhost")
    ann = meet("about:blank")
    line = ann.page.context.new_cdp_session(ann.page)
    line.send("WebAuthn.enable")
    kept = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True}
    device = line.send("WebAuthn.addVirtualAuthenticator", {"options": {**kept, "automaticPresenceSimulation": True}})["authenticatorId"]
    ann.page.goto(f"{site}/key")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("button", name="Make a key").click()
    ann.page.get_by_role("button", name="I have kept it").click()
    ann.page.get_by_role("button", name="Add a passkey", exact=True).click()
    expect(ann.page.locator("#passkeys li")).to_have_count(1)
    (credential,) = line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert (credential["isResidentCredential"], credential["rpId"]) == (True, "localhost")
    ann.page.get_by_role("button", name="Sign out here", exact=True).click()
    ann.page.get_by_role("button", name="Sign in with a passkey", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    ann.page.get_by_role("button", name=re.compile("Remove the passkey")).click()
    ann.page.get_by_role("button", name="Remove", exact=True).click()
    expect(ann.page.locator("#passkeys li")).to_have_count(0)
    ann.page.get_by_role("button", name="Sign out here", exact=True).click()
    ann.page.get_by_role("button", name="Sign in with a passkey", exact=True).click()
    expect(ann.page.get_by_role("alert")).to_contain_text("passkey")
    ann.trouble[:] = [one for one in ann.trouble if "422" not in one]  # the refusal that this test asked for
