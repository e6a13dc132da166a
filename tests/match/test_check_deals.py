"""`examples/check_deals.py`, which follows docs/dealing.md alone, finds every deal of our dealer right, and a changed one wrong."""

from __future__ import annotations

import json
import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.game import Deals, Variant
from deathmatch.core.seats import SEATS, BySeat
from deathmatch.match.dealer import Dealer, HmacSource
from deathmatch.match.match import Match as Value
from deathmatch.match.position import DEAL
from deathmatch.match.record import read
from deathmatch.match.replay import positions
from tests.leaks.pairs import options
from tests.live import LiveMatch as Match

pytestmark = pytest.mark.one_variant

CHECKER = Path(__file__).parents[2] / "examples" / "check_deals.py"
DAYS, NIGHTS = 3, 150  # matches of a variant
LONGEST = 90  # events, then somebody resigns
STEP = 1000  # ms from one submission to the next


def _load() -> Any:
    spec = spec_from_file_location("check_deals", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["check_deals"] = module  # its dataclass asks for it
    spec.loader.exec_module(module)
    return module


checker = _load()


def begun(variant: Variant, number: int, source: HmacSource, dealer: Dealer) -> Match:
    """A match under random options, the first one under none; of some variants every third one is dealt by hand."""
    given = options(variant, source) if number else {}
    if "lexicon" in {option.key for option in variant.options}:
        given["lexicon"] = "any"
    match = Match(variant, given, names=BySeat("Ann", "Bob"), dealer=dealer, by_hand=variant.deals and number % 3 == 2)
    match.start(0)
    return match


def dealing(match: Value) -> dict[str, Any]:
    """The answer of `dealing`."""
    return {
        "match": "aaaabbbbcccc",
        "commitment": match.dealer.commitment,
        "seed": match.dealer.seed.hex(),
        "nonces": {seat.value: match.dealer.nonces[seat].hex() for seat in SEATS},
        "by_hand": list(match.dealt_by_hand),
        "openings": [],
        "seeds": [match.dealer.later_seed(number + 1).hex() for number in range(match.seed)],
        "undone": [ruling.undone for ruling in match.rulings if ruling.undone is not None],
    }


def played(variant: Variant, number: int) -> tuple[str, dict[str, Any]]:
    """The record of a random match under random options, with many time-outs, and the answer of `dealing`."""
    source = HmacSource(b"check deals", f"{variant.id} {number}")
    seed, a = (bytes(source.below(256) for _ in range(count)) for count in (32, 16))
    nonces = BySeat(a, a[::-1]) if number % 2 else BySeat(a, b"")
    match = begun(variant, number, source, Dealer(seed, nonces))
    now = 0
    while match.over is None and len(match.journal) < LONGEST:
        now = match.step(source, now + STEP, 6)
    if match.over is None:
        match.resign(source.choice(SEATS), now)
    return match.record(), dealing(match.now)


def run(folder: Path, record: str, told: dict[str, Any], *arguments: str) -> int:
    (folder / "match.dm").write_text(record, "utf-8")
    (folder / "dealing.json").write_text(json.dumps(told), "utf-8")
    return int(checker.main([str(folder / "match.dm"), str(folder / "dealing.json"), *arguments]))


@pytest.mark.parametrize("count", [DAYS, pytest.param(NIGHTS, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("variant", tuple(games.every()), ids=lambda variant: variant.id)
def test_every_deal_is_found_right(variant: Variant, count: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keywords: set[str] = set()
    for number in range(count):
        record, told = played(variant, number)
        a = told["nonces"]["A"]
        assert run(tmp_path, record, told, "--commitment", told["commitment"], "--nonce", f"A={a}") == 0, record
        deals = re.findall(r"^deal (\w+)", record, re.MULTILINE)
        keywords |= set(deals)
        made = len(told["by_hand"])
        assert f"{len(deals) - made} deals follow from the seed and the nonces; the host made {made} by hand" in capsys.readouterr().out
    if count == NIGHTS and variant.deals:
        assert keywords == {word for word in DEALS[variant.game] if not (word in ONLY and ONLY[word] != variant.name)}


DEALS = {
    "letter-hunt": {"first", "hands", "redraw", "onlookers", "offer", "pick", "lose"},
    "tile-joust": {"tiles"},
    "guidance-rite": {"board"},
    "free-table": {"cards", "throw", "late"},
}
ONLY = {"hands": "gambit", "redraw": "gambit", "onlookers": "gambit", "offer": "colosseum", "pick": "colosseum"}


@pytest.mark.parametrize("variant", [variant for variant in games.every() if variant.deals], ids=lambda variant: variant.id)
def test_a_deal_that_the_seed_does_not_give_is_found(variant: Variant, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A server that changes one deal of a match to another that the rules allow."""
    record, told = next(found for found in (played(variant, n) for n in (1, 3, 7, 9, 13)) if "\ndeal " in found[0])
    seat = "A" if told["nonces"]["B"] else "B"
    whole = read(record, games.find)
    at, deal = next((at, entry.text) for entry, at in zip(whole.entries, positions(whole), strict=False) if entry.actor == DEAL)
    assert isinstance(at.pending, Deals)
    chance = at.pending.chance
    source = HmacSource(b"another", variant.id)
    other = next(text for text in (chance.write(chance.sample(source)) for _ in range(50)) if text != deal)
    lines = [f"deal {other}" if line == f"deal {deal}" else line for line in record.splitlines()]
    assert run(tmp_path, "\n".join([*lines, ""]), told) == 1
    assert "the seed says" in capsys.readouterr().out
    assert run(tmp_path, record, {**told, "nonces": {**told["nonces"], seat: "00" * 16}}) == 1
    assert run(tmp_path, record, {**told, "seed": "00" * 32}) == 1
    assert "which is not the commitment" in capsys.readouterr().out
    assert run(tmp_path, record, told, "--commitment", "00" * 32) == 1
    assert run(tmp_path, record, told, "--nonce", f"A={'00' * 16}") == 1
    assert "which is not yours" in capsys.readouterr().out
