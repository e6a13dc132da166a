"""A server that is killed as soon as it has answered: everything before and beside a match is there after the next start.

Private talks, mutes, rests, lots, seats that changed hands, seasons, accounts with passkeys; and the deletion of an account goes on where
it was cut off.
"""

from __future__ import annotations

import contextlib
import json
import signal
import sqlite3
import ssl
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch.server.checking import check_folder
from deathmatch.server.store.opening import store_file
from tests.server.authenticator import Authenticator
from tests.server.kit import GAUNTLET
from tests.server.test_kill import server

HOUR_MS = 3_600_000
NAME = "Zaphira Quill"
TABLES, CUTS = 40, 4  # of somebody who leaves; how often her deletion is begun anew until one is cut off half-way
PATIENCE_S = 120.0
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # of no use, and not made again for each request, as it would be
BOTH = {"A": "friend", "B": "friend"}
GAMES = ("even-groups/standard", "tile-joust/final", "five-card-trick/setna")


class Browser:
    """Asks a server; after a kill it is given the new address and keeps its cookies."""

    def __init__(self) -> None:
        self.address, self.cookies = "", httpx.Cookies()

    def ask(self, path: str, body: Any = None) -> httpx.Response:
        """The answer to a `GET`, or to a `POST` with this body."""
        with httpx.Client(base_url=f"http://{self.address}/api/", cookies=self.cookies, timeout=PATIENCE_S, verify=PLAIN) as client:
            answer = client.get(path) if body is None else client.post(path, json=body)
            self.cookies = client.cookies
            return answer

    def get(self, path: str) -> Any:
        return self.ask(path).raise_for_status().json()

    def post(self, path: str, body: Any) -> Any:
        return self.ask(path, body).raise_for_status().json()

    def table(self, variant: str, *names: str, **wanted: Any) -> Any:
        """A table of these players, with a host."""
        made = self.post("matches", {"variant": variant, "seats": BOTH, "host": True, **wanted})
        for seat, name in zip("AB", names, strict=False):
            self.post(f"seats/{made['seats'][seat]}", {"name": name})
        return made


def talk_and_mute(browser: Browser) -> Any:
    """An open talk with private lines, and a spectator who may not speak."""
    options = {"onlookers": 1, "holds": 0, "first": "A", "lexicon": "any"}
    made = browser.table("letter-hunt/gambit", "Ann", "Bob", options=options, settings={"talk": 3600, "kibitz": True})
    a, onlooker, host = made["seats"]["A"], made["onlookers"]["onlooker-1"], made["host"]
    while not browser.get(f"seats/{a}")["table"].get("talk"):
        time.sleep(0.01)
    browser.post(f"matches/{made['id']}/chat", {"text": "hello"})
    browser.post(f"hosts/{host}/mute", {"whom": browser.get(f"hosts/{host}")["chat"][0]["by"]})
    browser.post(f"seats/{a}/tell", {"to": "onlooker-1", "text": "what is yours?"})
    browser.post(f"matches/{onlooker}/tell", {"to": "A", "text": "it is Q"})
    return made


def talk_and_mute_are_there(browser: Browser, made: Any) -> None:
    a, b, host = made["seats"]["A"], made["seats"]["B"], made["host"]
    for path in (f"seats/{a}", f"matches/{made['onlookers']['onlooker-1']}", f"hosts/{host}"):
        talks = browser.get(f"{path}/talks")["talks"]
        assert ["what is yours?", "it is Q"] in [[line["text"] for line in talk["lines"]] for talk in talks]
    assert not any(talk["lines"] for talk in browser.get(f"seats/{b}/talks")["talks"])
    assert 0 < browser.get(f"seats/{b}")["table"]["talk"]["left"] <= HOUR_MS
    assert browser.ask(f"matches/{made['id']}/chat", {"text": "hello"}).status_code == 403
    browser.post(f"hosts/{host}/talk", {"open": False})
    assert "paused" not in browser.get(f"seats/{a}")["seen"]


def seat_changed_hands(browser: Browser) -> Any:
    """A seat given to a substitute before the match."""
    made = browser.table("tile-joust/final", "Ann", "Bob", settings={"check_in": True})
    browser.post(f"seats/{made['seats']['A']}/ready", {})
    ticket = browser.post(f"hosts/{made['host']}/seats", {"seat": "B", "substitute": True})["key"]
    return {"dead": [made["seats"]["B"], ticket], "key": browser.post(f"seats/{ticket}", {"name": "Cleo"})["key"]}


def seat_has_changed_hands(browser: Browser, made: Any) -> None:
    for dead in made["dead"]:
        assert browser.ask(f"seats/{dead}").status_code == 404
    table = browser.get(f"seats/{made['key']}")["table"]
    assert (table["names"]["B"], table["ready"], table["state"]) == ("Cleo", ["A"], "waiting")
    browser.post(f"seats/{made['key']}/ready", {})
    assert browser.get(f"seats/{made['key']}")["table"]["state"] == "running"


def clocks_at_rest(browser: Browser) -> Any:
    """Clocks that stand still until a time, by both players, and a proposal of one at another table."""
    made = browser.table(GAUNTLET, "Ann", "Bob", options={"time_submit": 600})
    alone = browser.table(GAUNTLET, "Ann", "Bob")
    until = int(time.time() * 1000) + HOUR_MS
    for seat in "AB":
        browser.post(f"seats/{made['seats'][seat]}/away", {"until": until})
    browser.post(f"seats/{alone['seats']['A']}/away", {"until": until})
    return {"made": made, "alone": alone, "until": until, "left": browser.get(f"seats/{made['seats']['A']}")["seen"]["clocks"]}


def clocks_are_at_rest(browser: Browser, rest: Any) -> None:
    made, alone, until = rest["made"], rest["alone"], rest["until"]
    full = browser.get(f"seats/{made['seats']['A']}")
    assert (full["table"]["away"]["until"], full["table"]["away"]["by"]) == (until, "both")
    assert full["seen"]["paused"]
    assert full["seen"]["clocks"] == rest["left"], "the clocks have stood still while the server was down, too"
    assert browser.get(f"seats/{alone['seats']['B']}")["table"]["away"]["proposed"] == {"A": until}
    browser.post(f"seats/{alone['seats']['B']}/away", {"until": until})
    assert browser.get(f"seats/{alone['seats']['B']}")["table"]["away"]["by"] == "both"
    for seat in "AB":
        browser.post(f"seats/{made['seats'][seat]}/away", {"until": 0})
    assert "paused" not in browser.get(f"seats/{made['seats']['A']}")["seen"]


def game_by_lot(browser: Browser) -> Any:
    """The lot has fallen at one table; at another one a seat is empty."""
    lot = [{"variant": name} for name in GAMES]
    fallen, waiting = browser.table("lot", "Ann", "Bob", lot=lot), browser.table("lot", "Ann", lot=lot)
    table = browser.get(f"seats/{fallen['seats']['A']}")["table"]
    assert GAMES[table["lot"]["chosen"] - 1] == f"{table['game']}/{table['variant']}"
    return {"fallen": fallen, "waiting": waiting, "lot": table["lot"]}


def game_is_by_lot(browser: Browser, made: Any) -> None:
    fallen, waiting = made["fallen"], made["waiting"]
    table = browser.get(f"seats/{fallen['seats']['B']}")["table"]
    assert table["lot"] == made["lot"], "it does not fall again"
    for seat in "AB":
        browser.post(f"seats/{fallen['seats'][seat]}/ready", {})
    assert browser.get(f"seats/{fallen['seats']['B']}")["table"]["state"] == "running"
    assert browser.get(f"seats/{waiting['seats']['A']}")["table"]["lot"]["chosen"] == 0
    browser.post(f"seats/{waiting['seats']['B']}", {"name": "Bob"})
    assert browser.get(f"seats/{waiting['seats']['B']}")["table"]["lot"]["chosen"] in (1, 2, 3)


def account(browser: Browser) -> Any:
    """A key with a table and a name that has been changed, in a browser of its owner's."""
    own = Browser()
    own.address = browser.address
    key = own.post("account", {"name": "Ann"})["key"]
    made = own.post("matches", {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": "Ann"})
    own.post("account/name", {"name": "Anna"})
    return {"own": own, "key": key, "link": f"/s/{made['seats']['A']}"}


def account_is_there(browser: Browser, made: Any) -> None:
    own = made["own"]
    own.address = browser.address
    assert own.get("account")["name"] == "Anna", "the browser is still signed in"
    own.cookies.clear()
    assert own.post("account/enter", {"key": made["key"]})["name"] == "Anna"
    assert made["link"] in [one["link"] for one in own.get("me")["matches"]]


def passkey(browser: Browser) -> Any:
    """A key with a passkey; its site is the address at which the server stands."""
    own, made = at_site(browser), Authenticator("")
    made.origin = f"http://{own.address}"
    own.post("account", {"name": "Pia"})
    own.post("account/passkeys", {"credential": made.make(own.post("account/passkeys/options", {})["options"]), "name": "phone"})
    return made


def passkey_is_there(browser: Browser, made: Any) -> None:
    other = at_site(browser)
    made.origin = f"http://{other.address}"
    signed = made.sign(other.post("account/enter/options", {})["options"])
    assert other.post("account/enter/passkey", {"credential": signed})["name"] == "Pia"
    assert other.ask("account/enter/passkey", {"credential": signed}).status_code == 422, "an answer is good once"


def at_site(browser: Browser) -> Browser:
    """Another browser, at the name that passkeys are bound to."""
    own = Browser()
    own.address = f"localhost:{browser.address.rpartition(':')[2]}"
    return own


def season(browser: Browser) -> Any:
    """A season with a co-host who made a table by lot, another one whose link is dead, a past result that is struck, and a series."""
    made = browser.post("seasons", {"title": "Autumn", "players": ["Ann", "Bob"]})
    host = f"seasons/{made['host']}"
    cohost, gone = (browser.post(f"{host}/cohosts", {"name": name}) for name in ("Cay", "Gus"))
    browser.post(f"{host}/dismiss", {"number": gone["number"]})
    browser.post(f"{host}/results", {"csv": f"date,player_a,player_b,winner,variant\n2024-05-31,Ann,Bob,Ann,{GAUNTLET}\n"})
    browser.post(f"{host}/strike", {"number": 1, "reason": "a friendly"})
    lot = [{"variant": name} for name in GAMES]
    table = browser.post(f"seasons/{cohost['link']}/matches", {"players": {"A": 1, "B": "Cas"}, "variant": "lot", "lot": lot})
    series = browser.post(f"{host}/series", {"players": {"A": 1, "B": 2}, "variants": [GAUNTLET], "preset": "as-written"})
    return {"made": made, "cohost": cohost["link"], "gone": gone["link"], "table": table, "series": series}


def season_is_there(browser: Browser, made: Any) -> None:
    told = browser.get(f"seasons/{made['made']['host']}")
    assert [player["name"] for player in told["players"]] == ["Ann", "Bob", "Cas"]
    past, by_lot, first = told["matches"]
    assert (past["state"], past["struck"], by_lot["variant"], first["options"]) == ("struck", "a friendly", "lot", {"replay_limit": 99})
    assert by_lot["links"]["A"] == made["table"]["seats"]["A"], "its links are there"
    assert browser.ask(f"seasons/{made['gone']}").status_code == 404
    for seat in made["table"]["seats"].values():
        browser.post(f"seats/{seat}", {})
    assert browser.get(f"seats/{made['table']['seats']['A']}")["table"]["lot"]["chosen"] in (1, 2, 3)
    for link in made["series"]["players"].values():
        assert browser.get(f"seasons/{link}")["contests"][0]["seat"]
    browser.post(f"seasons/{made['cohost']}/rename", {"number": 3, "name": "Cassandra"})


DOORS = (
    (passkey, passkey_is_there),
    (season, season_is_there),
    (talk_and_mute, talk_and_mute_are_there),
    (seat_changed_hands, seat_has_changed_hands),
    (clocks_at_rest, clocks_are_at_rest),
    (game_by_lot, game_is_by_lot),
    (account, account_is_there),
)


@pytest.mark.usefixtures("stored")
def test_everything_before_and_beside_a_match_is_there_after_a_kill(tmp_path: Path) -> None:
    browser = Browser()
    with server(tmp_path) as (process, browser.address):
        made = [begin(browser) for begin, _ in DOORS]
        process.kill()
    with server(tmp_path) as (_, browser.address):
        for (_, holds), one in zip(DOORS, made, strict=True):
            holds(browser, one)


@pytest.mark.nightly
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door[0].__name__)
def test_each_of_them_is_there_after_a_kill_right_after_its_last_answer(door: Any, tmp_path: Path) -> None:
    browser = Browser()
    begin, holds = door
    with server(tmp_path) as (process, browser.address):
        made = begin(browser)
        process.kill()
    with server(tmp_path) as (process, browser.address):
        process.kill()  # and once more before anybody has looked
    with server(tmp_path) as (_, browser.address):
        holds(browser, made)


def naming(folder: Path) -> int:
    """How many logs on disk name the person."""
    with contextlib.closing(sqlite3.connect(f"file:{store_file(folder)}?mode=ro", uri=True, timeout=PATIENCE_S)) as db:
        return int(db.execute("SELECT count(DISTINCT match) FROM entries WHERE instr(body, ?)", (NAME.encode(),)).fetchone()[0])


def leave(browser: Browser) -> threading.Thread:
    """Delete the account; the answer comes once all of it is gone, or never."""

    def ask() -> None:
        with contextlib.suppress(httpx.HTTPError):
            browser.ask("account/delete", {"confirm": "delete"})

    thread = threading.Thread(target=ask)
    thread.start()
    return thread


def cut_off(folder: Path, browser: Browser, tables: int) -> tuple[list[Any], int]:
    """Kill the server while it rewrites the logs of somebody who leaves: her tables, and how many still name her."""
    with server(folder) as (process, browser.address):
        browser.cookies.clear()
        browser.post("account", {"name": NAME})
        made = [browser.post("matches", {"variant": GAUNTLET, "seats": {"A": "me", "B": "friend"}, "name": NAME}) for _ in range(tables)]
        browser.post(f"seats/{made[0]['seats']['B']}", {"name": "Bob"})
        browser.post(f"seats/{made[0]['seats']['A']}/chat", {"text": f"I am {NAME}"})
        assert naming(folder) == tables
        thread = leave(browser)
        end = time.monotonic() + PATIENCE_S
        while naming(folder) == tables:
            assert time.monotonic() < end, "the deletion did not begin"
        process.kill()
        thread.join(PATIENCE_S)
    return made, naming(folder)


@pytest.mark.nightly
def test_a_deletion_that_a_kill_cuts_off_goes_on_after_the_next_start(tmp_path: Path) -> None:
    browser = Browser()
    for _ in range(CUTS):
        made, left = cut_off(tmp_path, browser, TABLES)
        with server(tmp_path) as (process, browser.address):
            assert not browser.get("account")["open"], "the key is dead from the first moment"
            end = time.monotonic() + PATIENCE_S
            while naming(tmp_path):
                assert time.monotonic() < end, "the deletion did not go on"
                time.sleep(0.01)
            for table in (made[0], made[-1]):
                full = browser.ask(f"matches/{table['id']}").text
                assert NAME not in full
                assert json.loads(full)["table"]["names"]["A"] == "A"
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE_S)
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
        assert NAME.encode() not in kept, "not in the free pages either, nor in the journal"
        assert not check_folder(tmp_path).damages
        if left:
            return
    raise AssertionError(f"{CUTS} deletions were over before the kill: more tables are needed")
