"""Tables as Excel, LibreOffice, Google Sheets and Numbers save them: read as they were meant, or refused with the line and what to do."""

from __future__ import annotations

import base64
from datetime import date
from typing import Any

import httpx
import pytest

from deathmatch.server import sheets
from deathmatch.server.seasons import results
from deathmatch.server.seasons.days import day_of, moment
from deathmatch.server.seasons.season import Season, after
from deathmatch.server.wire.problems import Problem
from tests.server.kit import GAUNTLET
from tests.server.test_season_files import BY, HEADER, known
from tests.server.test_seasons import opened, posted, seen

ROW = f"2024-05-31,José,Jürgen,A,{GAUNTLET}"
TABLE = f"{HEADER}\r\n{ROW}\r\n"
KOREAN = f"{HEADER}\r\n2024-05-31,홍진호,임요환,B,{GAUNTLET}\r\n"

SAVED = {
    "Excel, CSV UTF-8": (b"\xef\xbb\xbf" + TABLE.encode(), ""),
    "Excel of Germany, CSV": (TABLE.replace(",", ";").replace("2024-05-31", "31.05.2024").encode("cp1252"), "windows-1252"),
    "Excel of the USA, CSV": (TABLE.replace("2024-05-31", "5/31/2024").encode("cp1252"), "windows-1252"),
    "Excel of Britain, CSV": (TABLE.replace("2024-05-31", "31/05/2024").encode("cp1252"), "windows-1252"),
    "Excel of Poland, CSV": (TABLE.replace(",", ";").encode("cp1250"), "windows-1252"),
    "Excel of Korea, CSV": (KOREAN.encode("cp949"), "cp949"),
    "Excel for Macs, CSV (Macintosh)": (TABLE.replace("\r\n", "\r").encode("mac_roman"), "macintosh"),
    "Excel, Unicode text": (TABLE.replace(",", "\t").encode("utf-16"), ""),
    "Excel, Unicode text, big end first": (b"\xfe\xff" + TABLE.replace(",", "\t").encode("utf-16-be"), ""),
    "Excel with a hint of the separator": (f"sep=;\r\n{TABLE.replace(',', ';')}".encode(), ""),
    "Excel, tabs": (TABLE.replace(",", "\t").encode("cp1252"), "windows-1252"),
    "Excel, date and hour": (TABLE.replace("2024-05-31", "2024-05-31 00:00:00").encode(), ""),
    "Excel, an extra column": (TABLE.replace("\r\n", ",,\r\n").encode() + b",,,,,,\r\n,,,,,,\r\n", ""),
    "LibreOffice": (TABLE.replace("\r\n", "\n").encode(), ""),
    "LibreOffice, all cells quoted": ("\n".join('"' + '","'.join(one.split(",")) + '"' for one in TABLE.split()).encode(), ""),
    "Google Sheets": (TABLE.removesuffix("\r\n").replace("player_a", "Player A").replace("date", " DATE ").encode(), ""),
    "Google Sheets of Korea": (TABLE.replace("2024-05-31", "2024. 5. 31").encode(), ""),
    "Numbers": (TABLE.replace(",", ";").replace("player_a", "Player-A").replace("variant", "Variant").encode(), ""),
    "lines in a cell": (TABLE.replace("José", '"José\n"').replace("Jürgen", '" Jürgen"').encode(), ""),
}


def read(data: bytes, encoding: str = "") -> Season:
    season = Season("s", 0, "Autumn")
    for entry in results.read(season, sheets.decode(data, results.FILE_BYTES, encoding), BY, known):
        season = after(season, entry)
    return season


@pytest.mark.parametrize("program", SAVED)
def test_the_tables_of_programs_are_read_and_an_unknown_encoding_is_asked_for(program: str) -> None:
    data, encoding = SAVED[program]
    if encoding:
        with pytest.raises(Problem) as asked:
            read(data)
        ways = asked.value.encodings
        assert (ways[0].encoding, asked.value.status) == (encoding, 422)
        assert "line 2 is not UTF-8" in asked.value.reason
        assert ways[0].sample == ("홍진호, 임요환" if encoding == "cp949" else "José, Jürgen")
        assert len({way.sample for way in ways}) == len(ways)
    season = read(data, encoding)
    (match,) = season.matches.values()
    names = ["홍진호", "임요환"] if encoding == "cp949" else ["José", "Jürgen"]
    assert [one.name for one in season.players.values()] == names
    assert (season.day(match), match.winner) == ("2024-05-31", "B" if encoding == "cp949" else "A")


@pytest.mark.parametrize(
    ("data", "encoding", "words"),
    [
        (b"PK\x03\x04 of a workbook", "", "this is a workbook, not a text file"),
        (b"\xd0\xcf\x11\xe0 of an old one", "", "this is a workbook, not a text file"),
        (TABLE.encode("utf-16-le"), "", "line 1 is not text"),
        (TABLE.encode("utf-16")[:-1], "", "line 3 cannot be read as UTF-16"),
        (TABLE.encode("cp1252"), "latin-9", "the encoding must be one of windows-1252, cp949"),
        (TABLE.encode("cp1252"), "cp949", "line 2 cannot be read as Korea"),
        (b"a\nb\xff\xff\x80\n", "", "line 2 is not UTF-8; choose the encoding"),
        (TABLE.encode() * 20_000, "", "524,290 are allowed"),
        (f"{HEADER}\n\n\n{ROW},x\n".encode(), "", "line 4: above the cell x there is no name of a column"),
        (f'{HEADER}\n"{ROW}\n'.encode(), "", "line 2: the quotation marks do not match"),
        (f'{HEADER}\n2024-05-31,"A\nda",Ben,A,x/y\n{ROW},x'.encode(), "", "line 4: above the cell x"),
        (f'{HEADER}\n2024-05-31,"A\nda",Ben,X,{GAUNTLET}\n'.encode(), "", "line 2: the winner must be"),
        (f"sep=;\n{HEADER}\n".encode(), "", "line 2: the column date is missing"),
        (f"{HEADER}\n2024-05-31,Jos\ufffd,Ben,A,{GAUNTLET}\n".encode(), "", "has lost a letter"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line_and_what_to_do(data: bytes, encoding: str, words: str) -> None:
    with pytest.raises(Problem) as refused:
        read(data, encoding)
    assert words in refused.value.reason


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


def test_a_day_is_that_of_the_zone_and_an_entered_day_is_the_same_in_each() -> None:
    evening = 1_717_182_000_000  # 2024-05-31 19:00 UTC
    assert [day_of(evening, zone) for zone in ("UTC", "Asia/Seoul", "America/New_York")] == ["2024-05-31", "2024-06-01", "2024-05-31"]
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Atlantis"):
        for day in (date(1900, 1, 1), date(2024, 5, 31), date(9999, 12, 31)):
            assert day_of(moment(day.isoformat()), zone) == day.isoformat()


def sent(data: bytes, **more: str) -> dict[str, Any]:
    return {"file": base64.b64encode(data).decode(), **more}


async def test_nothing_of_a_file_is_stored_before_its_encoding_is_chosen(client: httpx.AsyncClient) -> None:
    made = await opened(client, players=["José", "Jürgen"])
    api = f"/api/seasons/{made['host']}/results"
    data = SAVED["Excel of Germany, CSV"][0]
    asked = await posted(client, api, sent(data), 422)
    assert asked["encodings"][0] == {
        "encoding": "windows-1252",
        "title": "Western Europe (Windows-1252)",
        "sample": "José, Jürgen",
    }
    assert not (await seen(client, made["host"]))["matches"]
    assert await posted(client, api, sent(data, encoding="windows-1252"), 200) == {"matches": [1], "players": []}
