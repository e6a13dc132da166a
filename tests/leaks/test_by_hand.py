"""Non-interference at a table dealt by hand: no answer to the host who deals depends on a secret that nobody has shown the host.

The host tries many texts at every question, before and after every deal. The worlds are those of `test_worlds.py`: records that differ
only in what the public may not know, so the host must get the same answers in both.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Refusal
from deathmatch.core.seats import PUBLIC, SEATS, BySeat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.journal import LateError
from deathmatch.server.wire.problems import Problem
from tests.conformance.cases import find
from tests.hooks.receiver import Pigeon
from tests.leaks.alike import alike
from tests.leaks.doors import assert_alike, everything, hooked, links
from tests.leaks.test_doors import FREE
from tests.leaks.test_gallery import looks
from tests.leaks.test_referee import trouble
from tests.leaks.test_worlds import HAVE, lived
from tests.live import LiveMatch as Match
from tests.server.kit import World, http, new_world, world

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PAIRS = 4
NIGHTLY_PAIRS = 200
RANDOM = 25  # texts of each kind


def letters(source: RandomSource, most: int) -> str:
    return "".join(sorted(source.sample(ALPHABET, source.below(most + 1)))) or "-"


def texts(source: RandomSource, near: Sequence[str]) -> list[str]:
    """Deals of every kind and size: any letters, and `near` misses, which are deals of either world with one letter or digit changed."""
    made = ["", "?", "deal", "timeout", "resign", "first A", "first C", *near]
    made += [f"lose {letter}" for letter in ALPHABET]
    for _ in range(RANDOM):
        made += [f"{kind} A:{letters(source, 5)} B:{letters(source, 5)}" for kind in ("hands", "redraw", "pick")]
        made += [f"pick {source.choice('AB')}:{letters(source, 6)}", f"onlookers {letters(source, 4)}"]
        made += [f"cards A:{source.below(10)} B:{source.below(10)} O:{source.below(100):02}", f"refill {source.below(12)}"]
    for text in near:
        for _ in range(4):
            place = source.below(len(text))
            made.append(text[:place] + source.choice(ALPHABET + "0123456789-") + text[place + 1 :])
    return made


def answers(live: Match, tried: Sequence[str], now: int, own: int) -> list[str]:
    """What the host is told, and nothing is dealt by it. The host knows the answer to the `own` question: it differs if the deal did."""
    plies = [ply for ply in range(live.ply - 2, live.ply + 2) if ply != own]
    return [trouble(lambda t=text, p=ply: live.now.deal(t, p, now)) for text in tried for ply in plies]  # type: ignore[misc]


@pytest.mark.parametrize("count", [PAIRS, pytest.param(NIGHTLY_PAIRS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", HAVE)
def test_answers_to_a_dealing_host_do_not_depend_on_a_secret(name: str, count: int) -> None:
    worlds = import_module(f"tests.games.{name}.leaks").worlds
    compared = number = 0
    while compared < count:
        number += 1
        source = HmacSource(b"by hand", f"{name} {number}")
        one, other, eyes = worlds(source)
        if PUBLIC not in eyes:
            continue
        compared += 1
        deals = sorted({line.removeprefix("deal ") for line in (one + other).splitlines() if line.startswith("deal ")})
        tried = texts(source, deals)
        for (here, now, own), (there, _, _) in zip(lived(one), lived(other), strict=True):
            assert answers(here, tried, now, own) == answers(there, tried, now, own)


def test_a_refusal_that_depends_on_a_hand_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the host made the redraws, the comparison above would fail."""
    from deathmatch.games.letter_hunt.rules import HandsDeal

    monkeypatch.setattr(HandsDeal, "by_hand", property(lambda _: True))
    with pytest.raises(AssertionError, match="assert"):
        test_answers_to_a_dealing_host_do_not_depend_on_a_secret("letter_hunt", 40)


def test_the_text_of_a_deal_of_the_dealer_is_confirmed_to_nobody() -> None:
    """Sent once more, a deal is acknowledged; that may not tell a host which deal the dealer made."""
    for by_hand in (False, True):
        variant = find("letter-hunt/gambit")
        match = Match(variant, {"first": "A"}, names=BySeat("", ""), dealer=Dealer(bytes(32), BySeat(b"", b"")), by_hand=by_hand)
        match.start(0)
        if by_hand:
            match.deal("hands A:ABCDE B:FGHIJ", 0, 1)
        for seat in SEATS:
            match.submit(seat, "hold -", 1, 2)
        redraw = match.record().splitlines()[-1].removeprefix("deal ")
        assert redraw.startswith("redraw ")
        told = {trouble(lambda text=text, match=match: match.deal(text, 2, 3)) for text in (redraw, "redraw A:VWXYZ B:QRSTU")}  # type: ignore[misc]
        assert len(told) == 1


# --- Over the wire: a whole table, with everything that its host is sent


HANDS = "hands A:ABCKZ B:FGHQX"
BOARD = "board R1 R2 R3 | C1 C2 C3 | L15 L26 L37"
OFFER = "offer A:EGHJMNPT B:ABCFILQR"
COLOSSEUM = {"first": "A", "lexicon": "any"}
TRIES = 25  # texts at each question; the referee alone is asked all of them


async def tell(w: World, made: Any, plies: Sequence[int]) -> list[str]:
    """What the host is answered, dealing and preparing deals."""
    source = HmacSource(b"by hand", "wire")
    tried = texts(source, (HANDS, OFFER, BOARD, "redraw A:D B:IZ", "pick A:EGJNP"))
    source.shuffle(tried)
    said = []
    for text in ("", BOARD, *tried[:TRIES]):
        for ply in plies:
            try:
                said.append(repr(await w.ask(made, "host", lambda room, role, p=ply, t=text: room.deal(role, p, t))))  # type: ignore[misc]
            except (Problem, Refusal, LateError) as error:
                said.append(repr((type(error), str(error))))
        for lays_out in (lambda room, role, t=text: room.sketch(role, t, []), lambda room, role, t=text: room.prepare(role, t)):
            try:
                said.append(repr(await w.ask(made, "host", lays_out)))
            except (Problem, Refusal) as error:
                said.append(repr((type(error), str(error))))
    return said


async def over_the_wire(w: World, variant: str, deal: str, hidden: dict[str, str], options: dict[str, Any]) -> list[Any]:
    """All that a host gets who has dealt: while the seats hide something, one after the other, and after what comes next."""
    made = await w.match(variant, options=options, settings={"by_hand": True})
    reader = await w.reader(made, "host")
    await w.ask(made, "host", lambda room, role: room.deal(role, 0, deal))
    got: list[Any] = [await tell(w, made, (0, 1, 2))]
    for seat, text in hidden.items():
        await w.submit(made, seat, 1, text)
        got.append(await tell(w, made, (0, 1, 2, 3)))
    if variant == "letter-hunt/gambit":  # up to the first words
        for seat in "AB":
            await w.submit(made, seat, 3, "hold -")
        assert (await w.full(made, "A")).seen.public["decision"] == "turn"
    elif variant == "letter-hunt/colosseum":  # where nobody picks in time, the picks are made for both
        await w.time.pass_by(200_000)
    got.append(await tell(w, made, (1, 2, 3, 4, 5, 6)))
    return [*got, reader.frames, repr(await w.full(made, "host"))]


@pytest.mark.parametrize(
    ("variant", "deal", "options", "worlds"),
    [
        (
            "letter-hunt/gambit",
            HANDS,
            {"first": "A", "lexicon": "any", "holds": 2, "onlookers": 2},
            ({"A": "hold ABC", "B": "hold F"}, {"A": "hold -", "B": "hold F"}, {"A": "hold ABC", "B": "hold FGHQX"}),
        ),
        ("guidance-rite/guardians", BOARD, {"size": "3x3"}, ({"A": "claim A1 B2"}, {"A": "claim C1 C3"})),
        pytest.param("letter-hunt/colosseum", OFFER, COLOSSEUM, ({"A": "pick EGJNP"}, {"A": "pick EGHJM"}), marks=pytest.mark.nightly),
        (
            "letter-hunt/colosseum",
            OFFER,
            COLOSSEUM,
            ({"A": "pick EGJNP", "B": "pick ABCIR"}, {"A": "pick EGHJM", "B": "pick ABCIQ"}),
        ),
    ],
)
async def test_a_dealing_host_is_sent_nothing_that_depends_on_a_secret(
    variant: str, deal: str, options: dict[str, Any], worlds: Sequence[dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for hidden in worlds:
        count = iter(range(1_000_000))
        fixed = lambda size=32, count=count: hashlib.shake_128(str(next(count)).encode()).digest(size)  # noqa: E731
        monkeypatch.setattr(secrets, "token_bytes", fixed)
        monkeypatch.setattr("deathmatch.server.rooms.looks.token_bytes", lambda size: bytes(size))
        found.append(await over_the_wire(await new_world(), variant, deal, hidden, options))
    for other in found[1:]:
        assert_alike(found[0], other)


# --- Deals that are prepared ahead


AHEAD = {"one": [BOARD], "three": [BOARD, BOARD.replace("L15", "L16"), BOARD.replace("L15", "L17")], "none": []}


async def dealt(ahead: list[str], folder: Path, late: dict[str, Any], *, thorough: bool) -> list[bytes]:
    """What everybody but the host gets, and webhooks too, up to the end; with nothing ahead, the host prepares one at the last moment.

    If `thorough`, the others try all doors.
    """
    settings = {"by_hand": True, "check_in": True, "listed": True, "publish": True, **late}
    async with world() as w, http(w, folder, pigeon := Pigeon(w.time.now), **FREE) as browser:
        made = await w.match("guidance-rite/guardians", options={"size": "3x3"}, settings=settings)
        await hooked(browser, made.host)
        readers = [await w.reader(made, role) for role in ("A", "B", "watcher")]
        if ahead:
            await w.ask(made, "host", lambda room, role: room.prepare(role, *ahead))
        await w.time.pass_by(5_000)
        out = await looks(made, browser)
        if not ahead:
            await w.ask(made, "host", lambda room, role: room.prepare(role, BOARD))
        for seat in "AB":
            await w.ask(made, seat, lambda room, role: room.ready(role))
        await w.time.pass_by(5_000)
        out += await looks(made, browser)
        await w.submit(made, "A", 1, "claim A1 A2")
        await w.submit(made, "B", 1, "claim C1 C2")
        if thorough:
            held = links(made, ("A", "B", "watcher"))
            out += [line.encode() for line in await everything(browser, held, 0, ("no move",), thorough=False, resign=False)]
        later = await w.again()
        out += [repr(await later.full(made, role)).encode() for role in ("A", "B", "watcher")]
        await later.ask(made, "A", lambda room, role: room.resign(role))
        await later.time.pass_by(70_000)
        out += [(await later.ask(made, role, lambda room, asked: room.record(asked))).encode() for role in ("A", "watcher")]
        out += [repr(await later.full(made, role)).encode() for role in ("A", "B", "watcher")]
        out += [repr(later.lobby.directory.tables()).encode(), *(frame for reader in readers for frame in reader.frames)]
        return [*out, *pigeon.lines()]


@pytest.mark.parametrize(
    ("late", "thorough"), [({}, False), *(pytest.param(late, True, marks=pytest.mark.nightly) for late in ({}, {"delay": 60}))]
)
async def test_nobody_can_tell_whether_a_deal_is_prepared_that_is_not_dealt(
    late: dict[str, Any], thorough: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Sentence 26 of the hosts' list: the boards of the later bouts stay the host's alone, and so does that they are there."""
    caplog.set_level(logging.INFO)
    got = await alike(AHEAD, lambda ahead: dealt(ahead, tmp_path, late, thorough=thorough), monkeypatch, caplog)
    assert b"L15" in got["three"]
