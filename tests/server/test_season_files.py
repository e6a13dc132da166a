"""Files of a season: results as CSV, records, and archives that another server imports whole."""

from __future__ import annotations

import base64
import csv
import io
import itertools
import json
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from deathmatch import games
from deathmatch.server import sheets
from deathmatch.server.seasons import archive, decide, results
from deathmatch.server.seasons.days import day_of, moment
from deathmatch.server.seasons.decide import By, folded
from deathmatch.server.seasons.entries import Added
from deathmatch.server.seasons.season import Season, fold
from deathmatch.server.settings import FRAME_BYTES
from deathmatch.server.wire.problems import Problem
from tests.limits import UNLIMITED
from tests.server.kit import GAUNTLET, World, http, world
from tests.server.test_seasons import opened, posted, resigned, seen, table

HEADER = "date,player_a,player_b,winner,variant"
RECORD = f"deathmatch 1\ngame {GAUNTLET}\nname A Ada\nname B Cas\nA resign\n"
BY = By("host", 5, 1_700_000_000_000)


def known(name: str) -> str:
    return games.find(name).id


def line(**more: str) -> str:
    """A file with one result."""
    row = {"date": "2024-05-31", "player_a": "Ada", "player_b": "Ben", "winner": "A", "variant": GAUNTLET, **more}
    return f"{','.join(row)}\n{','.join(row.values())}\n"


def read(text: str) -> Season:
    season = Season("s", 0, "Autumn")
    return folded(season, results.read(season, text, BY, known))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: the column date is missing"),
        (f"{HEADER}\n", "no results"),
        (f"{HEADER},colour\n", "the column colour is unknown"),
        (f"{HEADER},date\n", "the column date is unknown or doubled"),
        (f"{HEADER}\n2024-05-31,Ada\n", "line 2: there are 2 columns, and the header has 5"),
        (line(date="6/5/2024"), "line 2: the date 6/5/2024 can be two days; write 2024-05-06 or 2024-06-05"),
        (line(winner="Cas"), "line 2: the winner must be A, B, the name of a player of this match, tie, or void, not Cas"),
        (line(player_b="A", winner="a"), "line 2: the winner a can mean two things here; write seat A or B"),
        (line(player_a="void", winner="void"), "line 2: the winner void can mean two things here; write A or void match"),
        (line(ending="void"), "line 2: winner and ending contradict each other"),
        (line(winner="void", ending="fold"), "line 2: winner and ending contradict each other"),
        (line(player_a="Jos\ufffd"), "line 2: Jos\ufffd has lost a letter (\ufffd); write the name again"),
        (line(variant="chess/plain"), "line 2: unknown game chess"),
        (line(player_b="ada"), "line 2: a match needs two different players"),
        (line(player_b=""), "line 2: a player needs a name"),
        (line(role_a="KING"), "line 2: roles name"),
        (f'{HEADER}\n"2024', "line 2:"),
        (f"{HEADER}\n" + "2024-05-31,Ada,Ben,X,y/z\n" * 25, "and 5 more"),
        ("x" * 300_000, "at most 262,144 characters"),
    ],
)
def test_a_wrong_file_of_results_is_refused_whole_with_its_lines(text: str, words: str) -> None:
    with pytest.raises(Problem) as refused:
        read(text)
    assert words in refused.value.reason


async def test_a_record_becomes_a_match(client: httpx.AsyncClient) -> None:
    made = await opened(client)
    api = f"/api/seasons/{made['host']}"
    assert await posted(client, f"{api}/records", {"record": RECORD, "played": "2024-05-31"}, 200) == {"matches": [1], "players": [3]}
    (match,) = (await seen(client, made["viewer"]))["matches"]
    assert (match["players"], match["winner"], match["reason"], match["record"]) == ({"A": 1, "B": 3}, "B", "resign", True)
    assert (await client.get(f"/season/{made['viewer']}/match/1.dm")).text == RECORD
    refusals = {
        409: {"record": RECORD, "played": "2024-05-31"},
        413: {"record": RECORD + "#" * 140_000},
        422: {"record": RECORD.replace("A resign\n", "")},
    }
    for status, body in refusals.items():
        await posted(client, f"{api}/records", body, status)
    assert "line 5" in (await posted(client, f"{api}/records", {"record": RECORD.replace("resign", "fly")}, 422))["reason"]
    for verb, most in (("results", "700,053"), ("rename", f"{FRAME_BYTES:,}")):  # each door names its own limit
        assert f"at most {most} bytes" in (await posted(client, f"{api}/{verb}", {"file": "x" * 800_000}, 413))["reason"]
    nameless = {"record": f"deathmatch 1\ngame {GAUNTLET}\nA resign\n"}
    assert "name both" in (await posted(client, f"{api}/records", nameless, 422))["reason"]
    await posted(client, f"{api}/records", {**nameless, "players": {"A": "Ben", "B": "Ada"}}, 200)
    for more in ({"played": "2024-06-01"}, {"players": {"B": "Dan"}}, {"players": {"A": "Cas", "B": "Ada"}}):
        await posted(client, f"{api}/records", {"record": RECORD, **more}, 200)  # another match that went the same way
    again = await posted(client, f"{api}/records", {"record": RECORD}, 409)
    assert again["reason"] == "this match is in the season already: match 1 of 2024-05-31; another one needs its own day"


def as_body(data: bytes) -> dict[str, str]:
    return {"archive": base64.b64encode(data).decode()}


async def whole_season(client: httpx.AsyncClient) -> Any:
    """A season with everything that an archive can have."""
    made = await opened(client, title="Herbst 가을", about="Six weeks\nof duels", rated=True, players=["Ada", "Ben", "=SUM(A1)"])
    api = f"/api/seasons/{made['host']}"
    await posted(client, f"{api}/results", {"csv": line(items="two garnets", role_b="EC")}, 200)
    await posted(client, f"{api}/records", {"record": RECORD, "played": "2024-06-30"}, 200)
    await resigned(client, await table(client, made["host"], options={"rounds": 3}, ec="A"))
    await resigned(client, await table(client, made["host"], settings={"publish": False}), "B")
    await table(client, made["host"])  # it is not over, so no archive has it
    await posted(client, f"{api}/strike", {"number": 1, "reason": "a wrong deck"}, 200)
    await posted(client, f"{api}/players", {"name": "Deep", "bot": "dummy", "anchor": 1800}, 200)
    return made


async def test_another_server_imports_an_archive_whole_and_exports_the_same_bytes(tmp_path: Path) -> None:
    async with world() as w, http(w, tmp_path / "one") as client:
        made = await whole_season(client)
        exported = (await client.get(f"/api/seasons/{made['host']}/archive")).content
        assert (await client.get(f"/api/seasons/{made['host']}/archive")).content == exported
        before = await seen(client, made["viewer"])
    async with world() as w, http(w, tmp_path / "two") as client:
        there = await posted(client, "/api/seasons/archive", as_body(exported))
        assert (await client.get(f"/api/seasons/{there['host']}/archive")).content == exported
        after = await seen(client, there["viewer"])
        w = await w.again()
        async with http(w, tmp_path / "three") as again:
            assert await seen(again, there["viewer"]) == after
    files = archive.unpack(exported)
    assert sorted(files) == [
        "matches.csv",
        *(f"pictures/000{n}.png" for n in (2, 3, 4)),
        *(f"records/000{n}.dm" for n in (2, 3, 4)),
        "season.json",
        "standings.csv",
    ]
    assert b"'=SUM(A1)" in files["standings.csv"]
    assert [one["number"] for one in json.loads(files["season.json"])["matches"]] == [1, 2, 3, 4]
    for name in ("title", "about", "players", "standings", "meetings", "ratings", "rated"):
        assert before[name] == after[name], name
    assert [one | {"match": ""} for one in before["matches"] if one["state"] != "open"] == after["matches"]


def packed(changes: dict[str, bytes | None]) -> bytes:
    """An archive of two players with these files changed, or left out."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, body in (archive.files_of(read(line()), {}) | changes).items():
            if body is not None:
                zipped.writestr(name, body)
    return made.getvalue()


def changed(season: dict[str, Any] = {}, **match: Any) -> bytes:  # noqa: B006 - it stays empty
    """The file season.json of that archive with other values, also of its one match."""
    whole = json.loads(archive.files_of(read(line()), {})["season.json"]) | season
    whole["matches"][0] |= match
    return f"{json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True)}\n".encode()


MOVE = {"number": 1, "taker": 1, "garnets": 1, "reason": "x", "round": 0}
HOSTILE: dict[str, tuple[bytes, str]] = {
    "no zip": (b"PK nothing", "no archive"),
    "an empty one": (b"", "no archive"),
    "a path that leads out": (packed({"../../etc/passwd": b"x"}), "may not have"),
    "a folder": (packed({"records/": b""}), "may not have"),
    "an unknown file": (packed({"notes.txt": b"x"}), "may not have"),
    "a missing table": (packed({"matches.csv": None}), "no matches.csv"),
    "a bomb": (packed({"records/0001.dm": b"\0" * 50_000_000}), "too long"),
    "no json": (packed({"season.json": b"{"}), "season.json"),
    "deep json": (packed({"season.json": b"[" * 100_000}), "season.json"),
    "another format": (packed({"season.json": changed().replace(b'"format": 3', b'"format": 4')}), "format"),
    "a time zone that nobody knows": (packed({"season.json": changed().replace(b'"UTC"', b'"Europe/Atlantis"')}), "the time zone must be"),
    "a record that is not UTF-8": (
        packed({"season.json": changed(record=True), "records/0001.dm": b"deathmatch 1\n\xe9"}),
        "line 2 is not UTF-8",
    ),
    "unknown fields": (packed({"season.json": changed(colour=1)}), "season.json"),
    "a player nobody knows": (packed({"season.json": changed(players={"A": 1, "B": 9})}), "match 1"),
    "one player against himself": (packed({"season.json": changed(players={"A": 1, "B": 1})}), "match 1"),
    "a moment beyond the calendar": (packed({"season.json": changed(played=10**18)}), "match 1"),
    "a record that is missing": (packed({"season.json": changed(record=True)}), "match 1"),
    "a record that nobody names": (packed({"records/0001.dm": b"x"}), "match 1"),
    "a result that the tables do not have": (packed({"season.json": changed(winner="B")}), "matches.csv is not"),
    "a name that is not clean": (packed({"season.json": changed(items="a  b")}), "matches.csv is not"),
    "a round without a number": (packed({"season.json": changed({"rounds": [{"number": 0}]})}), "at most 100 rounds"),
    "a round of nobody": (packed({"season.json": changed({"rounds": [{"number": 1, "ec": 9}]})}), "no player 9"),
    "a move to nobody": (packed({"season.json": changed({"moves": [MOVE | {"taker": 9}]})}), "move 1 is not as it may be"),
    "a move of no round": (packed({"season.json": changed({"moves": [MOVE | {"round": 3}]})}), "no round 3"),
    "a reason that is not clean": (packed({"season.json": changed({"moves": [MOVE | {"reason": "a  b"}]})}), "season.json is not as"),
}


@pytest.mark.limits(records=UNLIMITED)
async def test_an_archive_that_is_not_whole_is_refused_and_nothing_is_made(w: World, client: httpx.AsyncClient) -> None:
    for name, (data, words) in HOSTILE.items():
        refused = await posted(client, "/api/seasons/archive", as_body(data), 422)
        assert words in refused["reason"], name
    assert not w.store.matches


@pytest.mark.parametrize(("number", "missing"), [(1, ("series", "zone")), (2, ("zone",))])
def test_an_archive_of_a_format_before_is_read_though_its_tables_were_others(number: int, missing: tuple[str, ...]) -> None:
    files = archive.files_of(read(line(winner="void", player_a="＝Ada")), {})
    season = json.loads(files["season.json"]) | {"format": number}
    for name in missing:
        del season[name]
    files |= {"season.json": json.dumps(season).encode(), "matches.csv": b"with a tie\n", "standings.csv": b"with a place for everybody\n"}
    now = fold("s", archive.entries_of(files, BY))
    assert (now.zone, now.matches[1].reason, now.matches[1].counts) == ("UTC", "void", False)
    again = archive.files_of(now, {})
    assert json.loads(again["season.json"])["format"] == 3
    assert b",'\xef\xbc\x9dAda,Ben,void," in again["matches.csv"]
    files["season.json"] = json.dumps(season | {"title": "a  b"}).encode()
    with pytest.raises(Problem, match=r"season\.json is not"):
        archive.entries_of(files, BY)


NAMES = (
    *("A", "B", "a", "tie", "void", "draw", "no winner", "seat A", "seat B"),
    *("=1+1", "+1", "-1", "@x", "'", "'=1", '"', 'a,"b', "x;y", "＝1"),
)


def test_the_own_export_is_read_back_the_same_and_no_cell_of_it_is_a_formula() -> None:
    season = read(line())
    for a, b in itertools.permutations(NAMES, 2):
        if a.casefold() != b.casefold():
            for winner, reason in (("A", "fold"), ("B", ""), ("", "tie"), ("", "void")):
                pairing = decide.pair(season, {"A": a, "B": b}, BY)
                players, number = dict(pairing.players), pairing.season.next_match
                added = Added(0, "host", number, number * 86_400_000, players, GAUNTLET, winner, reason, items=f"{a} {b}", struck=a)
                season = folded(season, [*pairing.enrolled, added])
    text = results.matches_csv(season, list(season.matches.values()))
    again = folded(Season("t", 0, "Autumn"), results.read(Season("t", 0, "Autumn"), text, BY, known))
    assert (again.players, again.matches) == (season.players, season.matches)
    assert results.matches_csv(again, list(again.matches.values())) == text
    exported = archive.files_of(season, {})["matches.csv"]
    assert results.read(Season("t", 0, "Autumn"), exported.decode(), BY, known)
    assert decoded(exported) == text
    assert not [cell for row in csv.reader(io.StringIO(text)) for cell in row if cell.startswith(("=", "+", "-", "@", "＝"))]


# --- Tables as Excel, LibreOffice, Google Sheets and Numbers save them: read as they were meant, or refused with the line and what to do


ROW = f"2024-05-31,José,Jürgen,A,{GAUNTLET}"
TABLE = f"{HEADER}\r\n{ROW}\r\n"
KOREAN = f"{HEADER}\r\n2024-05-31,홍진호,임요환,B,{GAUNTLET}\r\n"

SAVED = {
    "Excel, CSV UTF-8": (b"\xef\xbb\xbf" + TABLE.encode(), ""),
    "Excel of Germany, CSV": (TABLE.replace(",", ";").replace("2024-05-31", "31.05.2024").encode("cp1252"), "windows-1252"),
    "Excel of the USA, CSV": (TABLE.replace("2024-05-31", "5/31/2024").encode("cp1252"), "windows-1252"),
    "Excel of Britain, CSV": (TABLE.replace("2024-05-31", "31/05/2024").encode("cp1252"), "windows-1252"),
    "Excel of Korea, CSV": (KOREAN.encode("cp949"), "cp949"),
    "Excel for Macs, CSV (Macintosh)": (TABLE.replace("\r\n", "\r").encode("mac_roman"), "macintosh"),
    "Excel, Unicode text": (TABLE.replace(",", "\t").encode("utf-16"), ""),
    "Excel, Unicode text, big end first": (b"\xfe\xff" + TABLE.replace(",", "\t").encode("utf-16-be"), ""),
    "Excel with a hint of the separator": (f"sep=;\r\n{TABLE.replace(',', ';')}".encode(), ""),
    "Excel, date and hour": (TABLE.replace("2024-05-31", "2024-05-31 00:00:00").encode(), ""),
    "Excel, an extra column": (TABLE.replace("\r\n", ",,\r\n").encode() + b",,,,,,\r\n,,,,,,\r\n", ""),
    "LibreOffice": (TABLE.replace("\r\n", "\n").encode(), ""),
    "LibreOffice, all cells quoted": ("\n".join('"' + '","'.join(one.split(",")) + '"' for one in TABLE.split()).encode(), ""),
    "Google Sheets": (TABLE.removesuffix("\r\n").replace("player_a", "Player A").replace("date", " DATE ").encode(), ""),
    "Google Sheets of Korea": (TABLE.replace("2024-05-31", "2024. 5. 31").encode(), ""),
    "Numbers": (TABLE.replace(",", ";").replace("player_a", "Player-A").replace("variant", "Variant").encode(), ""),
    "lines in a cell": (TABLE.replace("José", '"José\n"').replace("Jürgen", '" Jürgen"').encode(), ""),
}


def decoded(data: bytes, encoding: str = "") -> str:
    return sheets.decode(data, results.FILE_BYTES, encoding)


@pytest.mark.parametrize("program", SAVED)
def test_the_tables_of_programs_are_read_and_an_unknown_encoding_is_asked_for(program: str) -> None:
    data, encoding = SAVED[program]
    if encoding:
        with pytest.raises(Problem) as asked:
            decoded(data)
        ways = asked.value.encodings
        assert (ways[0].encoding, asked.value.status) == (encoding, 422)
        assert "line 2 is not UTF-8" in asked.value.reason
        assert ways[0].sample == ("홍진호, 임요환" if encoding == "cp949" else "José, Jürgen")
        assert len({way.sample for way in ways}) == len(ways)
    season = read(decoded(data, encoding))
    (match,) = season.matches.values()
    names = ["홍진호", "임요환"] if encoding == "cp949" else ["José", "Jürgen"]
    assert [one.name for one in season.players.values()] == names
    assert (season.day(match), match.winner) == ("2024-05-31", "B" if encoding == "cp949" else "A")


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2024-05-06", "2024-05-06"),
        ("2024/5/6", "2024-05-06"),
        ("2024. 5. 6.", "2024-05-06"),
        ("2024년 5월 6일", "2024-05-06"),
        ("6.5.2024", "2024-05-06"),
        ("13/5/2024", "2024-05-13"),
        ("5-13-2024", "2024-05-13"),
        ("5/5/2024", "2024-05-05"),
        ("5/13/2024 12:00 AM", "2024-05-13"),
        ("2024-05-06T00:00:00", "2024-05-06"),
        ("5/6/2024", "write 2024-05-06 or 2024-06-05"),
        ("05-06-2024", "write 2024-05-06 or 2024-06-05"),
        ("5/6/24", "must be like 2024-05-31"),
        ("45443", "must be like 2024-05-31"),
        ("2024-13-01", "must be like 2024-05-31"),
        ("0024-05-31", "must be like 2024-05-31"),
        ("31.5", "must be like 2024-05-31"),
    ],
)
def test_a_date_is_read_if_it_can_be_one_day_only(text: str, days: str) -> None:
    try:
        told = day_of(moment(text), "Asia/Seoul")
    except Problem as problem:
        told = problem.reason
    assert told.endswith(days) or days in told
