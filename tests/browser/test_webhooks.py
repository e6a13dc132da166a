"""A host adds a webhook on the host page, sees what has arrived, and is told why one is refused."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, at_desk
from tests.hooks.receiver import NETWORK, receiving
from tests.server.kit import serving

pytestmark = pytest.mark.browser


@pytest.mark.nightly
def test_a_host_adds_a_webhook_and_reads_its_deliveries(meet: Meet, tmp_path: Path) -> None:
    with receiving() as receiver, serving(tmp_path, webhook_networks=(NETWORK,)) as address:
        base = f"http://{address}"
        body = {"variant": "five-card-trick/gauntlet", "seats": {"A": "me", "B": "friend"}, "name": "Ann", "host": True}
        made = httpx.post(f"{base}/api/matches", json=body).json()
        httpx.post(f"{base}/api/seats/{made['seats']['B']}", json={"name": "Bob"})
        host = meet(f"/h/{made['host']}", base=base, width=360, height=740)
        page = host.page
        at_desk(page, "Webhooks")
        dialog = page.get_by_role("dialog", name="Webhooks")
        dialog.get_by_label("Address").fill("https://10.0.0.1/x")
        dialog.get_by_role("button", name="Add a webhook").click()
        expect(dialog.get_by_role("status")).to_contain_text("A webhook sends to an address that begins with https://")
        host.trouble.clear()  # the browser reports the refusal too
        dialog.get_by_label("Address").fill(receiver.address("/secret-part"))
        dialog.get_by_label("Call a member or a role").fill("<@&123456789012345678>")
        dialog.get_by_role("button", name="Show the next message").click()
        preview = dialog.locator("blockquote")
        expect(preview).to_contain_text("Five-Card Trick · Ann – Bob")
        expect(preview).to_contain_text("<@&123456789012345678>")
        page.wait_for_function("document.querySelector('.hooks blockquote img').naturalWidth > 0")
        dialog.get_by_label("Posts").select_option("all")
        dialog.get_by_label("Form of the messages").select_option("json")
        dialog.get_by_role("button", name="Add a webhook").click()
        expect(dialog.get_by_label("The secret of the signatures. It is shown only now.")).to_have_value(re.compile("^whsec_"))
        expect(dialog.get_by_role("listitem")).to_contain_text("JSON · 127.0.0.1")
        dialog.get_by_role("button", name="Send a test").click()
        expect(dialog.get_by_role("status")).to_have_text("The test has arrived.")
        httpx.post(f"{base}/api/hosts/{made['host']}/chat", json={"text": "hello"}).raise_for_status()
        receiver.wait(lambda got: len(got) == 2)
        dialog.get_by_role("button", name="Change the address", exact=True).click()
        dialog.get_by_label("New address").fill(receiver.address("/other-part"))
        dialog.get_by_role("button", name="Save", exact=True).click()
        expect(dialog.get_by_role("status")).to_have_text("The webhook sends to the new address.")
        httpx.post(f"{base}/api/hosts/{made['host']}/chat", json={"text": "there"}).raise_for_status()
        receiver.wait(lambda got: len(got) == 3)
        dialog.get_by_role("button", name="Switch off").click()
        expect(dialog.get_by_role("listitem").first).to_contain_text("Switched off.")
        expect(dialog.locator("details")).to_contain_text("200 · arrived")
        assert not re.search("secret-part|other-part", page.content())
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        dialog.get_by_role("button", name="Remove").click()
        expect(dialog.get_by_role("listitem")).to_have_count(0)
        dialog.get_by_label("Address").fill(receiver.address("/hook"))
        dialog.get_by_role("button", name="Add a webhook").click()
        expect(dialog.get_by_role("listitem")).to_have_count(1)
        receiver.answers += [(500, {})] * 3
        sent = len(receiver.got)
        httpx.post(f"{base}/api/hosts/{made['host']}/chat", json={"text": "hello"}).raise_for_status()
        receiver.wait(lambda got: len(got) > sent)
        page.evaluate("() => dispatchEvent(new Event('hooked'))")  # by itself it looks every ten seconds
        expect(page.locator("#failing")).to_contain_text("The webhook to 127.0.0.1 does not arrive:")
        expect(dialog.get_by_role("listitem").first.locator("p").first).to_contain_text("next attempt")  # the open dialog follows
