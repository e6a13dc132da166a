"""All tables of a host at once: twelve running matches of every variant on one page, in bytes and seconds.

The server has its ordinary limits. The desktop's browser is not slowed; the phone is Chromium at 360 by 740 with a line as in Chrome's own
profile Fast 3G and a processor four times slower, and keeps nothing from before. Then matches go on, and each answer with a new picture is
weighed.
"""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright

from bench import server
from bench.first_page import slow_down
from bench.machine import each
from deathmatch import games
from tools import setup

TABLES = 12
MOVES = 24
SERVE = (str(Path(sys.executable).with_name("deathmatch")), "serve", "--port", "8902", "--no-warm", "--data")


def measure() -> dict[str, Any]:
    """Bytes on the wire and seconds."""
    with server.serving(*SERVE) as (_, address), httpx.Client(base_url=f"http://{address}", timeout=30) as client:
        variants = [variant.id for variant in games.unled()]
        tables = [_begun(client, variants[number % len(variants)]) for number in range(TABLES)]
        body = {"tables": [{"key": made["host"], "mark": ""} for made in tables]}
        first, cards = _asked(client, body)
        for card in cards:
            body["tables"][card["place"]]["mark"] = card["mark"]
        changes, source = [], random.Random(1)
        for number in each(range(MOVES)):
            _move(client, tables[number % TABLES], source)
            bytes_, changed = _asked(client, body)
            for card in changed:
                body["tables"][card["place"]]["mark"] = card["mark"]
            changes.append(bytes_)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=setup.chromium(), args=["--no-sandbox", "--disable-gpu"])
            keys = [made["host"] for made in tables]
            pages = {name: _page(browser, f"http://{address}", keys, phone=name == "phone") for name in ("desktop", "phone")}
            browser.close()
        return {"tables": len(cards), "first_bytes": first, "change_bytes": sorted(changes), **pages}


def _begun(client: httpx.Client, variant: str) -> Any:
    made = client.post("/api/matches", json={"variant": variant, "seats": {"A": "friend", "B": "friend"}, "host": True}).json()
    for seat, name in (("A", "Ada"), ("B", "Ben")):
        client.post(f"/api/seats/{made['seats'][seat]}", json={"name": name}).raise_for_status()
    return made


def _asked(client: httpx.Client, body: dict[str, Any]) -> tuple[int, list[dict[str, Any]]]:
    """Bytes of an answer as it went over the wire, and its cards."""
    answer = client.post("/api/overview", json=body)
    answer.raise_for_status()
    return int(answer.headers["content-length"]), answer.json()["cards"]


def _move(client: httpx.Client, made: dict[str, Any], source: random.Random) -> None:
    """One legal move of each seat that owes one, put together at random."""
    for token in made["seats"].values():
        at, prefix = f"/api/seats/{token}", list[str]()
        table = client.get(at, params={"pictures": "none"}).json()
        step = table["step"]
        while step is not None and step.get("whole") is None and step.get("choices"):
            prefix.append(source.choice(step["choices"])["token"])
            step = client.post(f"{at}/compose", json={"ply": table["seen"]["ply"], "prefix": prefix}).json()
        if step is not None and step.get("whole") is not None:
            client.post(f"{at}/submit", json={"ply": table["seen"]["ply"], "text": step["whole"]})


def _page(browser: Browser, base: str, keys: list[str], *, phone: bool) -> dict[str, float]:
    """Seconds until the first picture and until all of them are there."""
    size: Any = {"width": 360, "height": 740} if phone else {"width": 1440, "height": 900}
    context = browser.new_context(base_url=base, viewport=size)
    context.add_init_script(f"localStorage.setItem('desk', JSON.stringify({{tables: {json.dumps(keys)}}}))")
    page = context.new_page()
    if phone:
        slow_down(page)
    start = time.perf_counter()
    page.goto("/overview", wait_until="commit")
    page.locator("#tables svg").first.wait_for()
    first = time.perf_counter()
    page.locator(f"#tables > li:nth-child({len(keys)}) svg").wait_for()
    every = time.perf_counter()
    context.close()
    return {"first_picture": round(first - start, 2), "all_pictures": round(every - start, 2)}
