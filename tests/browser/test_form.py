"""What must not be too much for a page: the bytes of a first visit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser

FIRST_VISIT_BYTES = 100 * 1000
FIRST_PAGE_BYTES = 52 * 1000  # with its pictures, on a phone


def weight(meet: Meet, path: str, **more: Any) -> float:
    """Somebody who has come here for the first time, and the bytes that it took, with all headers."""
    guest = meet("about:blank", fresh=True, **more)
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    loaded: list[float] = []
    line.on("Network.loadingFinished", lambda said: loaded.append(said["encodedDataLength"]))
    guest.page.goto(path)
    guest.page.wait_for_load_state("networkidle")
    assert len(loaded) > 5
    assert guest.page.locator(".scene svg").count() == 5 * (path == "/")
    return sum(loaded) + sum(len(frame) for frame in guest.frames)


def test_a_first_visit_weighs_less_than_100_kilobytes_and_the_first_page_52(server: Server, meet: Meet) -> None:
    assert weight(meet, f"/s/{server.make(against='bot:random')['seats']['A']}") < FIRST_VISIT_BYTES
    nobody = '{"type":"tables","tables":[],"here":1}'  # whatever tables other tests have left
    assert weight(meet, "/", width=390, height=844, lines=lambda line: line.send(nobody)) < FIRST_PAGE_BYTES
