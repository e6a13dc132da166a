"""What must not be too much for a page: the bytes of a first visit."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from tests.browser.conftest import Meet, Person, Server

pytestmark = pytest.mark.browser

FIRST_VISIT_BYTES = 100 * 1000
WITHOUT_PICTURES_BYTES = 60 * 1024


def weight(meet: Meet, path: str, **more: Any) -> tuple[Person, float]:
    """Somebody who has come here for the first time, and the bytes that it took, with all headers."""
    guest = meet("about:blank", fresh=True, **more)
    line = guest.page.context.new_cdp_session(guest.page)
    line.send("Network.enable")
    loaded: list[float] = []
    line.on("Network.loadingFinished", lambda said: loaded.append(said["encodedDataLength"]))
    guest.page.goto(path)
    guest.page.wait_for_load_state("networkidle")
    assert len(loaded) > 5
    return guest, sum(loaded) + sum(len(frame) for frame in guest.frames)


def test_a_first_visit_weighs_less_than_100_kilobytes_and_the_first_page_60_without_its_pictures(server: Server, meet: Meet) -> None:
    _, table = weight(meet, f"/s/{server.make(against='bot:random')['seats']['A']}")
    guest, front = weight(meet, "/", reduced_motion="reduce")
    assert max(table, front) < FIRST_VISIT_BYTES
    pictures = guest.page.evaluate("[...document.querySelectorAll('.scene svg')].map((one) => one.outerHTML).join('')")
    assert len(guest.page.query_selector_all(".scene svg")) == 5
    assert front - len(gzip.compress(pictures.encode())) <= WITHOUT_PICTURES_BYTES
