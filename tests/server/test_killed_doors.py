"""A server that is killed as soon as it has answered: everything before and beside a match is there after the next start.

Private talks, mutes, rests, lots, seats that changed hands, seasons, accounts with passkeys; and the deletion of an account goes on where
it was cut off.
"""

from __future__ import annotations

import contextlib
import json
import random
import re
import signal
import sqlite3
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest

from deathmatch.server import tokens
from deathmatch.server.backup import check_folder
from deathmatch.server.store.sqlite import store_file
from tests.cli.test_replay import run as command
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

    def __init__(self, address: str = "") -> None:
        self.address, self.cookies = address, httpx.Cookies()

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

    def until(self, path: str, holds: Callable[[Any], object]) -> Any:
        """The answer, as soon as this holds."""
        end = time.monotonic() + PATIENCE_S
        while not holds(told := self.get(path)):
            assert time.monotonic() < end, told
            time.sleep(0.02)
        return told

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
    browser.until(f"seats/{a}", lambda full: full["table"].get("talk"))
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
    assert [browser.ask(f"seats/{dead}").status_code for dead in made["dead"]] == [410, 404]
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
    own = Browser(browser.address)
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
    return Browser(f"localhost:{browser.address.rpartition(':')[2]}")


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
@pytest.mark.nightly
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


# --- Late spectators and a caster over a server that is killed: afterwards everybody sees what they would have seen, and no more


VARIANT = "tile-joust/final"
SAID = "Zaphod said so"
KINDS: dict[str, dict[str, Any]] = {
    "seconds": {"delay": 3600},
    "soon": {"delay": 1},
    "decisions": {"behind": 2},
    "hidden": {"hidden": True},
}
NOW = re.compile(r'"now":-?\d+')
Seen: TypeAlias = dict[str, tuple[int, str]]


def spectators(made: Any) -> list[str]:
    """All that somebody with the link for spectators can ask of a table."""
    api = f"/api/matches/{made['id']}"
    return [*(f"{api}{rest}" for rest in ("", "/look?ply=0", "/record", "/dealing", "/review")), f"/r/{made['id']}.dm"]


def insiders(made: Any) -> list[str]:
    """What a caster, the host and the players ask."""
    seats = [f"/api/seats/{link}{rest}" for link in made["seats"].values() for rest in ("", "/receipts")]
    return [f"/api/hands/{made['onlookers']['caster']}", f"/api/hosts/{made['host']}", f"/api/hands/{made['host']}", *seats]


def seen(browser: Browser, paths: list[str]) -> Seen:
    """The answers, without the moment of the server's own time."""
    answers = {path: browser.ask(f"http://{browser.address}{path}") for path in paths}
    return {path: (answer.status_code, NOW.sub("", repr(answer.content))) for path, answer in answers.items()}


def listed(browser: Browser, made: Any) -> list[Any]:
    """The tables in the public list, but for the one that gets there a second after its beginning."""
    return [table for table in browser.get("tables")["tables"] if table["id"] != made["soon"]["id"]]


def decide(browser: Browser, made: Any, seats: str = "AB", chance: random.Random | None = None) -> None:
    """The seats that owe a submission make the first legal one, or any."""
    for seat in seats:
        path = f"seats/{made['seats'][seat]}"
        if (legal := browser.get(f"{path}?pictures=none&moves=1000").get("legal")) is not None:
            text = chance.choice(legal["moves"]) if chance else legal["moves"][0]
            browser.post(f"{path}/submit", {"ply": legal["ply"], "text": text})


def begun(browser: Browser, settings: dict[str, Any]) -> Any:
    """A table with a caster, after three decisions, one sealed submission and a line of chat."""
    wanted: dict[str, Any] = {"kibitz": True, "caster": True, "listed": True, **settings}
    made = browser.table(VARIANT, "Ann", "Bob", settings=wanted, pace="none")
    for _ in range(3):
        decide(browser, made)
    decide(browser, made, "A")
    browser.post(f"seats/{made['seats']['A']}/chat", {"text": SAID})
    return made


def told(full: Any) -> bool:
    return any(SAID in line["text"] for line in full["chat"])


@pytest.mark.nightly
@pytest.mark.usefixtures("stored")
@pytest.mark.parametrize("stored", ["sqlite", "postgres"], indirect=True)
def test_late_spectators_and_a_caster_see_after_a_kill_what_they_would_have_seen(tmp_path: Path) -> None:
    browser = Browser()
    with server(tmp_path) as (process, browser.address):
        made = {kind: begun(browser, settings) for kind, settings in KINDS.items()}
        inside = {kind: seen(browser, insiders(table)) for kind, table in made.items()}
        outside = {kind: seen(browser, spectators(table)) for kind, table in made.items() if kind != "soon"}
        open_lists = listed(browser, made)
        process.kill()
    assert all(SAID in repr(answers) for answers in inside.values())
    assert SAID not in repr((outside, open_lists))
    with server(tmp_path) as (_, browser.address):
        for kind, table in made.items():
            assert seen(browser, insiders(table)) == inside[kind], kind
            if kind != "soon":
                assert seen(browser, spectators(table)) == outside[kind], kind
        assert listed(browser, made) == open_lists
        soon = browser.until(f"matches/{made['soon']['id']}", told)
        assert soon["seen"]["ply"] == browser.get(f"hosts/{made['soon']['host']}")["seen"]["ply"], "as late as it was, and not later"

        before = browser.get(f"matches/{made['decisions']['id']}")
        for table in made.values():
            decide(browser, table, "B")
        after = browser.get(f"matches/{made['decisions']['id']}")
        assert after["seen"]["ply"] == before["seen"]["ply"] + 1, "one decision more, and no other"
        assert not told(after)
        for kind in ("seconds", "hidden"):
            assert seen(browser, spectators(made[kind])) == outside[kind], kind
        for table in made.values():
            browser.post(f"seats/{table['seats']['B']}/resign", {})
        for kind in ("soon", "decisions", "hidden"):
            full = browser.until(f"matches/{made[kind]['id']}", lambda full: full["table"]["state"] == "over")
            assert told(full)
            assert full["seen"]["public"]["over"]
        assert seen(browser, spectators(made["seconds"])) == outside["seconds"]


# --- A server that is killed while its host rules loses no ruling that it has acknowledged, and the record of the match replays


KILLS, RULINGS = 6, 4  # rulings before each kill
WHY = "a link was lost"


@pytest.mark.nightly
def test_acknowledged_rulings_survive_a_kill(tmp_path: Path) -> None:
    chance, browser = random.Random(20), Browser()
    made: Any = None
    before: Seen = {}
    for _ in range(KILLS):
        with server(tmp_path) as (process, browser.address):
            made = made or browser.table(VARIANT, "Ann", "Bob", settings={"caster": True}, pace="none")
            host = f"hosts/{made['host']}"
            assert not before or seen(browser, insiders(made)) == before
            for _ in range(RULINGS):
                for _ in range(3):
                    decide(browser, made, chance=chance)
                event = chance.choice(browser.get(f"{host}/ruling")["places"][-2:])["event"]
                version = browser.post(f"{host}/ruling", {"ruling": "back", "reason": WHY, "event": event})["version"]
                assert browser.get(f"matches/{made['id']}?pictures=none")["version"] == version
                browser.post(f"{host}/resume", {})
            decide(browser, made, chance=chance)
            before = seen(browser, insiders(made))
            process.kill()
    with server(tmp_path) as (_, browser.address):
        assert seen(browser, insiders(made)) == before
        assert len(browser.get(host)["table"]["rulings"]) == KILLS * RULINGS
        browser.post(f"seats/{made['seats']['A']}/resign", {})
        record = browser.ask(f"{host}/record").raise_for_status().text
    assert record.count("tag ruling back ") == KILLS * RULINGS
    (tmp_path / "match.dm").write_text(record)
    done = command("replay", "--json", "match.dm", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    last = json.loads(done.stdout.decode().splitlines()[-1])
    assert (last["public"]["over"], last["public"]["reason"]) == (True, "resign")


# --- A server that is killed after each match of a series files each match once, and goes on with the next one


BEST_OF = 15


def sit(browser: Browser, made: Any, number: int) -> dict[str, str]:
    """The players' links of the match of this number in a series, alone or the first of its season, once it is there; both sit down."""
    seats = {}
    for side, link in made["players"].items():
        found = browser.until(f"seasons/{link}", lambda told: len(told["matches"]) == number and contest(told)["seat"])
        seats[side] = str(contest(found)["seat"])
        browser.post(f"seats/{seats[side]}", {})
    return seats


def contest(told: Any) -> Any:
    return told["series"] or told["contests"][0]


@pytest.mark.nightly
def test_a_series_over_a_server_that_is_killed_after_each_match(tmp_path: Path) -> None:
    browser, needed = Browser(), BEST_OF // 2 + 1
    made: Any = None
    for number in range(1, needed + 1):
        with server(tmp_path) as (process, browser.address):
            wanted = {"players": {"A": "Ada", "B": "Ben"}, "variants": [GAUNTLET], "best_of": BEST_OF}
            made = made or browser.post("series", wanted)
            browser.post(f"seats/{sit(browser, made, number)['A']}/resign", {})
            process.kill()  # the end is acknowledged, and so on disk; nobody knows whether it has been filed
    with server(tmp_path) as (_, browser.address):
        told = browser.get(f"seasons/{made['viewer']}")
        assert (told["series"]["won"], told["series"]["winner"]) == ({"1": 0, "2": needed}, 2)
        assert len(told["matches"]) == needed
    with sqlite3.connect(store_file(tmp_path)) as db:
        bodies = db.execute("SELECT body FROM entries WHERE match = ?", (tokens.season_log(made["id"]),)).fetchall()
        assert db.execute("SELECT count(*) FROM matches").fetchone()[0] == needed + 1  # no table is left over
    kinds = Counter(json.loads(body)["kind"] for (body,) in bodies)
    assert kinds == {"season": 1, "enrolled": 2, "series": 1, "fixed": needed, "filed": needed}


@pytest.mark.nightly
def test_a_series_of_a_season_and_rulings_over_a_server_that_is_killed_after_each_of_them(tmp_path: Path) -> None:
    browser, needed = Browser(), 3
    made: Any = None
    for number in range(1, needed + 1):
        with server(tmp_path) as (process, browser.address):
            if made is None:
                season = browser.post("seasons", {"title": "Autumn", "players": ["Ada", "Ben"]})
                wanted = {"players": {"A": 1, "B": 2}, "variants": [GAUNTLET], "best_of": 2 * needed - 1}
                made = browser.post(f"seasons/{season['host']}/series", wanted)
            seats = sit(browser, made, number)
            host = browser.get(f"seasons/{season['host']}")["matches"][-1]["links"]["host"]
            browser.post(f"seats/{seats['B']}/resign", {})
            process.kill()  # nobody knows whether the end has been filed
        with server(tmp_path) as (process, browser.address):
            match = browser.get(f"seasons/{season['host']}")["matches"][number - 1]
            assert (match["state"], match["players"][match["winner"]]) == ("over", 1)
            browser.post(f"hosts/{host}/ruling", {"ruling": "back", "event": 1, "reason": WHY})
            browser.post(f"seats/{seats['A']}/resign", {})
            process.kill()  # nobody knows whether the ruling has been filed
    with server(tmp_path) as (_, browser.address):
        told = browser.get(f"seasons/{season['viewer']}")
        assert (told["contests"][0]["won"], told["contests"][0]["winner"]) == ({"1": 0, "2": needed}, 2)
        assert [(row["player"], row["points"], row["played"]) for row in told["standings"]] == [(2, 1.0, 1), (1, 0.0, 1)]
