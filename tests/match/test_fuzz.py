"""Mutated records: each is refused whole with a `RecordError`, or is a match whose canonical form is a fixed point with the same replay."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from deathmatch import games
from deathmatch.core.optional import any_line
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, HOSTS, Position
from deathmatch.match.record import RecordError, read, write
from deathmatch.match.replay import replay_steps
from tests import toy
from tests.match.test_record import find

RULES = Path(__file__).parents[2] / "rules"
TOKENS = (
    *("A", "B", "deal", "host", "timeout", "resign", "option", "name", "tag", "game", "score", "grow", "none", "overload"),
    *("block:steal", "0", "99", "-1", "1e9", "dmo", "rounds", "@5", "@0.50", "#"),
    *("deathmatch 1", " # x", "bid 3", "guess 4", "say CAT", "refill 3", "cards A:1 B:2", "9" * 5000),
    *("\t", "  ", "\r", "\r\n", "\ufeff", "\u00a0", "\u2028", "\u0660", "\u0130", "\U0001f600", "\x00", "\x0c", "\x85"),
)


def walk(variant: str, seed: str) -> str:
    """A record of random legal play, with times, names and comments."""
    variant_ = find(variant)
    source = HmacSource(b"fuzz", f"{variant} {seed}")
    position = Position.start(variant_, variant_.bind({})[1])
    lines = ["deathmatch 1", f"game {variant}", "name A Ann", "tag event Cup # comment"]
    while position.over is None and len(lines) < 40:
        actor = source.choice(position.actors)
        if actor == HOSTS:
            text, _ = any_line(position.game, position.state, source)
        elif actor == DEAL:
            chance = position.pending.chance  # type: ignore[union-attr]
            text = chance.write(chance.sample(source))
        else:
            owed = position.decision(next(seat for seat in position.owing if seat == actor))
            text = "timeout" if source.below(12) == 0 else owed.write(owed.sample(source))
        position, _ = position.accept(actor, text)
        lines.append(f"{actor} {text}" + (" @4.20" if source.below(3) == 0 else ""))
    return "\n".join(lines) + "\n"


def seeds() -> list[bytes]:
    """Records to mutate: those of the rule books of games that exist, and random play."""
    texts = [walk(variant.id, str(number)) for variant in (*games.every(), *toy.VARIANTS) for number in range(4)]
    for game in games.GAMES:
        blocks = re.findall(r"^```dm\n(.*?)^```$", (RULES / f"{game}.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        texts += [block for block in blocks if "#X" not in block]
    return [text.encode() for text in texts]


def mutated(record: bytes, chance: random.Random) -> bytes:
    """The record with one to four things wrong, or merely different."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        lines = record.split(b"\n")
        where, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        at = chance.randrange(len(record) + 1)
        match chance.randrange(9):
            case 0:
                record = record[:at] + bytes([chance.randrange(256)]) + record[at + chance.randrange(2) :]
            case 1:
                record = record[:at] + record[at + chance.randrange(1, 9) :]
            case 2:
                record = record[:at] + chance.choice(TOKENS).encode() + record[at:]
            case 3:
                lines[where], lines[other] = lines[other], lines[where]
                record = b"\n".join(lines)
            case 4:
                record = b"\n".join([*lines[:where], lines[other], *lines[where:]])
            case 5:
                record = b"\n".join([*lines[:where], *lines[where + 1 :]])
            case 6:
                words = lines[where].split(b" ")
                words[chance.randrange(len(words))] = chance.choice(TOKENS).encode()
                record = b"\n".join([*lines[:where], b" ".join(words), *lines[where + 1 :]])
            case 7:
                record = record[:at] + record[at:].swapcase() if chance.randrange(2) else record.replace(b"\n", b"\r\n")
            case _:
                record = record[:at]
    return record


def judge(record: bytes) -> str:
    """Reads a record; says how it went, having checked everything that has to hold then."""
    last = max(1, record.count(b"\n") + (not record.endswith(b"\n")))
    try:
        text = write(read(record, find))
    except RecordError as error:
        refusal = error
    else:
        agrees(record, text)
        return "read"
    assert 1 <= refusal.line <= last
    assert str(refusal).isprintable()
    return "refused by a rule" if refusal.rule is not None else "refused for its form"


def agrees(record: bytes, text: str) -> None:
    """Checks that the canonical text of a record is canonical, and is the same match."""
    assert write(read(text, find)) == text
    one, other = (list(replay_steps(source, find)[1]) for source in (record, text))
    assert [json.dumps(moment.json("x")) for moment in one[-3:]] == [json.dumps(moment.json("x")) for moment in other[-3:]]
    for before, after in zip(one, other, strict=True):
        assert before.position.state == after.position.state
        assert before.position.sealed == after.position.sealed


def fuzz(count: int, seed: int) -> Counter[str]:
    chance = random.Random(seed)
    base = seeds()
    for record in base:
        assert judge(record) == "read"
    return Counter(judge(mutated(chance.choice(base), chance)) for _ in range(count))


def test_mutated_records_are_refused_or_are_matches() -> None:
    outcomes = fuzz(500, 1)
    assert min(outcomes["read"], outcomes["refused by a rule"], outcomes["refused for its form"]) > 20


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(2, 12))
def test_a_hundred_thousand_mutated_records_are_refused_or_are_matches(seed: int) -> None:
    outcomes = fuzz(10_000, seed)
    assert min(outcomes["read"], outcomes["refused by a rule"], outcomes["refused for its form"]) > 400
