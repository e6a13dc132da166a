"""What people type, on the pages of others: no page gets wider, no line lies over another, and a name takes nobody's role."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Meet, Server

pytestmark = pytest.mark.browser
WORD = "L" * 60
ZALGO = "Z" + "\u0300\u0316" * 40
WIDE, TURNED = "W" * 40, "דוד " + "M" * 36
RECORD = f"deathmatch 1\ngame five-card-trick/gauntlet\nname A {'W' * 80}\nname B x\u202ey\x1b[2Kz\ntag note {WORD}\nA resign\n"
OVER = """() => {
  const lines = [...document.querySelectorAll(".chat li > *")].map((node) => node.getBoundingClientRect()).filter((box) => box.height);
  const wide = lines.some((box) => box.right > innerWidth);
  const runs = [...document.querySelectorAll(".chat li > *")].some((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth);
  return [document.documentElement.scrollWidth, wide, runs];
}"""


def typed(server: Server) -> list[tuple[str, tuple[str, ...]]]:
    """The paths of a table, a finished one, a season and a series, with all that people can type, and the tabs of each."""

    def post(path: str, **body: Any) -> Any:
        answer = httpx.post(f"{server.url}/api/{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    made, over = (server.make(host=True, bank=1_000_000, time_submit=86_400) for _ in range(2))
    for table in (made, over):
        for seat, name in (("A", WIDE), ("B", TURNED)):
            server.sit(table["seats"][seat], name)
    a, host = made["seats"]["A"], made["host"]
    for text in (WORD, f"{ZALGO}{ZALGO} {WORD}"):
        post(f"seats/{a}/chat", text=text)
        post(f"seats/{a}/tell", to="host", text=text)
        post(f"hosts/{host}/announce", text=text)
    post(f"seats/{a}/note", text=WORD)
    post(f"seats/{over['seats']['A']}/resign")
    season = post("seasons", title=WORD, about=f"{WORD} {WORD}", players=[WIDE, TURNED], public=True)
    post(f"seasons/{season['host']}/matches", players={"A": 1, "B": 2}, variant="five-card-trick/gauntlet")
    series = post("series", players={"A": WIDE, "B": TURNED}, variants=["five-card-trick/gauntlet"])
    return [
        (f"/s/{a}", ("Chat", "Private", "Notes")),
        (f"/h/{host}", ("Chat", "Private")),
        (f"/w/{made['id']}", ("Chat",)),
        *((path, ()) for path in (f"/s/{over['seats']['A']}", f"/r/{over['id']}", "/overview")),
        *((f"/season/{key}", ()) for key in (season["id"], season["host"], series["host"])),
    ]


@pytest.mark.nightly
def test_nothing_that_people_type_and_no_clock_makes_a_page_wider(server: Server, meet: Meet) -> None:
    page = meet("about:blank", width=320, height=640).page
    for path, tabs in typed(server):
        page.goto(path)
        if path.startswith("/s/"):
            page.wait_for_function("() => document.body.dataset.mood")
        assert page.evaluate(OVER) == [320, False, False], path
        for part in ("#clock-A", "#clock-B", ".bar h1", "#rules", "#menu") if path.startswith("/s/") else ():
            box = page.locator(part).bounding_box()
            assert box is None or (box["width"] >= 40 and box["x"] + box["width"] <= 320), (path, part)
        for tab in tabs:
            page.get_by_role("tab", name=tab).click()
            expect(page.locator("#chat li" if tab == "Chat" else "#private li" if tab == "Private" else "#notes").first).to_be_visible()
            assert page.evaluate(OVER) == [320, False, False], (path, tab)


def test_a_record_of_a_stranger_shows_its_names_with_the_signs_written_out(meet: Meet) -> None:
    page = meet("/open", width=320, height=640).page
    page.locator("input[type=file]").set_input_files({"name": "x.dm", "mimeType": "text/plain", "buffer": RECORD.encode()})
    expect(page.locator("#name-B")).to_have_text("x\\u202ey\\x1b[2Kz")
    assert page.evaluate(OVER) == [320, False, False]
