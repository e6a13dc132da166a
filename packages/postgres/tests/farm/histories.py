"""Judges what guests of a match wrote down, by the log of the match and by what the referee alone makes of it.

Every submission that was acknowledged is in the log at its place, once. Every reader saw a prefix of the match, version by version, and in
each frame what the referee would show that eye, and nothing else. Nobody's clock ran while no server could answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from deathmatch.match.journal import Submitted
from deathmatch.server.table import entries
from deathmatch.server.table.play import Moved
from deathmatch.server.vault import Vault
from deathmatch_postgres.shared_time import LEASH_S
from packages.postgres.tests.farm.guests import Ack, Connection, History, Reading
from packages.postgres.tests.farm.truth import Shown, Truth, plain, without_pictures
from tests.screens import Screen, edited, parsed

SLACK_MS = int(LEASH_S * 1000) + 500  # a process may be ahead of the database by its leash, and a message takes a while
TABLE = ("id", "role", "names", "state", "commitment", "options", "settings", "wants_rematch", "title", "bots")
"""The parts of a table's message that follow from the log; who is connected does not."""

Span = tuple[float, float]
"""From when until when, in seconds of this machine's monotonic clock."""


@dataclass
class Verdict:
    """The faults that were found, each as a sentence, and how much was looked at."""

    faults: list[str] = field(default_factory=list)
    acks: int = 0
    frames: int = 0
    charges: int = 0

    def add(self, other: Verdict) -> None:
        """The same of one more match."""
        self.faults += other.faults
        self.acks += other.acks
        self.frames += other.frames
        self.charges += other.charges

    def expect(self, holds: bool, words: str) -> bool:
        """Note a fault unless this holds."""
        if not holds:
            self.faults.append(words)
        return holds


async def judge(history: History, log: Sequence[bytes], vault: Vault, downs: Sequence[Span] = ()) -> tuple[Verdict, Truth | None]:
    """The verdict on a history.

    Args:
        history: of one match.
        log: of it, as it is on disk after the end.
        vault: opens its secrets.
        downs: the times in which no server could answer.
    """
    verdict = Verdict(acks=len(history.acks))
    where = f"{history.variant} {history.match}"
    _places(verdict, where, history.acks, log)
    try:
        truth = await Truth.of(history.match, log, vault)
    except Exception as error:
        verdict.faults.append(f"{where}: the referee does not take the log: {type(error).__name__} {error}")
        return verdict, None
    _answers(verdict, where, history.acks, truth)
    for reading in history.readings:
        _Reader(verdict, f"{where} {reading.role}", reading, truth).check()
    _clocks(verdict, where, history.acks, truth, downs)
    return verdict, truth


# --- Submissions


def _submissions(log: Sequence[bytes]) -> Counter[tuple[str, int, str]]:
    """Seat, question and text of all submissions of a log, as they stand there."""
    moved = [entry for entry in map(entries.decode, log) if isinstance(entry, Moved)]
    events = [event for entry in moved for event in entries.events(entry) if isinstance(event, Submitted)]
    return Counter((event.seat.value, event.ply, event.text) for event in events)


def _places(verdict: Verdict, where: str, acks: Sequence[Ack], log: Sequence[bytes]) -> None:
    found = _submissions(log)
    questions = Counter((seat, ply) for seat, ply, _ in found.elements())
    for (seat, ply), count in questions.items():
        verdict.expect(count == 1, f"{where}: {count} answers of {seat} to question {ply} are in the log")
    for ack in acks:
        there = found[ack.seat, ack.ply, ack.text]
        words = f"{where}: {ack.seat}'s answer {ack.text!r} to question {ack.ply} was acknowledged, and is in the log {there} times"
        verdict.expect(there == 1, words)


def _answers(verdict: Verdict, where: str, acks: Sequence[Ack], truth: Truth) -> None:
    """An acknowledgement names the version that has the submission, and its receipt."""
    versions = {(seat, ply): version for seat, ply, _, _, version in truth.submitted}
    for ack in acks:
        known = versions.get((ack.seat, ack.ply))
        verdict.expect(
            known == ack.version, f"{where}: {ack.seat} was told version {ack.version} for question {ack.ply}, and it is {known}"
        )
        right = truth.receipt(ack.seat, ack.ply, ack.text) == ack.receipt
        verdict.expect(right, f"{where}: the receipt of {ack.seat} for question {ack.ply} is another one")


# --- Readers


class _Reader:
    """Follows all frames of one reader."""

    def __init__(self, verdict: Verdict, where: str, reading: Reading, truth: Truth) -> None:
        self._verdict = verdict
        self._where = where
        self._reading = reading
        self._truth = truth
        self._version = 0
        self._log: list[Any] = []
        self._words = ""
        self._screen = Screen()

    def check(self) -> None:
        for connection in self._reading.connections:
            if connection.frames:
                self._follow(connection)

    def _expect(self, holds: bool, words: str) -> bool:
        return self._verdict.expect(holds, f"{self._where}: {words}")

    def _follow(self, connection: Connection) -> None:
        if connection.known:
            known = f"a connection went on from version {connection.known}, and the reader showed {self._version}"
            self._expect(connection.known == self._version, known)
        else:
            self._version = 0
            self._expect(connection.frames[0][1]["type"] == "full", "the first frame of a connection was not everything")
        for _, frame in connection.frames:
            self._verdict.frames += 1
            if not self._in_order(frame) or frame["version"] not in self._truth.moments:
                self._expect(frame["version"] in self._truth.moments, f"version {frame['version']} is not in the log")
                return
            self._version = max(self._version, frame["version"])
            getattr(self, f"_{frame['type']}")(frame)

    def _in_order(self, frame: Any) -> bool:
        kind, version, known = frame["type"], frame["version"], self._version
        match kind:
            case "full":
                return self._expect(version >= known, f"went back from version {known} to {version}")
            case "table":
                return self._expect(known <= version <= known + 1, f"table {version} came after {known}")
            case _:
                return self._expect(version == known + 1, f"{kind} {version} came after {known}")

    def _full(self, frame: Any) -> None:
        moment = self._truth.moments[frame["version"]]
        self._table_of(frame["table"], frame["version"])
        lines = [(line.who, line.role, line.text, line.at) for line in moment.table.chat if line.role != "table"]
        said = [(line["who"], line["role"], line["text"], line["at"]) for line in frame["chat"] if line["role"] != "table"]
        self._expect(said == lines, f"the chat of version {frame['version']} is {said}, and it must be {lines}")
        self._expect(not frame["notes"] and not frame["marks"] and not any(talk["count"] for talk in frame["talks"]), "somebody's words")
        if not self._expect((frame["seen"] is None) == (moment.match is None), f"version {frame['version']} and the match's beginning"):
            return
        self._log, self._words, self._screen = list(frame["log"]), frame["picture"], parsed(frame["svg"])
        if frame["seen"] is not None:
            self._look(frame, step=True)

    def _update(self, frame: Any) -> None:
        for beat in frame.get("beats", ()):
            self._screen.apply(beat.get("change"))
            self._log.append(without_pictures(beat))
        self._screen.apply(frame.get("change"))
        self._words = edited(self._words, frame.get("words", []), "\n")
        self._look(frame, step="step" in frame)
        if frame.get("table"):
            self._table_of(frame["table"], frame["version"])

    def _look(self, frame: Any, *, step: bool) -> None:
        """Everything that the frame shows, beside what the referee alone would show."""
        version, role = frame["version"], self._reading.role
        must: Shown = self._truth.shown(role, version)
        seen = self._truth.seen(role, version, frame["now"])
        self._same("what is seen", frame["seen"], seen, version)
        self._same("the log", [without_pictures(beat) for beat in self._log], must.log, version)
        self._same("the picture in words", self._words, must.words, version)
        self._same("the picture", (self._screen.order, self._screen.slots), (must.screen.order, must.screen.slots), version)
        if step:
            self._same("the step", frame.get("step"), must.step, version)

    def _same(self, what: str, is_: Any, must: Any, version: int) -> None:
        self._expect(is_ == must, f"{what} of version {version} is not the referee's: {_difference(is_, must)}")

    def _chat(self, frame: Any) -> None:
        moment = self._truth.moments[frame["version"]]
        line = plain(moment.table.chat[-1])
        self._expect(
            {key: frame["line"][key] for key in ("who", "role", "text", "at")} == {key: line[key] for key in ("who", "role", "text", "at")},
            f"the line of version {frame['version']} is {frame['line']}, and it must be {line}",
        )

    def _table(self, frame: Any) -> None:
        self._table_of(frame["table"], frame["version"])

    def _table_of(self, message: Any, version: int) -> None:
        table = self._truth.moments[version].table
        must = {
            "id": table.id,
            "role": self._reading.role,
            "names": table.shown_names,
            "state": table.state,
            "commitment": table.dealer.commitment,
            "options": dict(table.values),
            "settings": plain(table.settings),
            "wants_rematch": sorted(table.wishes),
            "title": table.title,
            "bots": table.made.bots,
        }
        self._same("the table", {key: message.get(key, []) for key in TABLE}, must, version)


def _difference(one: Any, other: Any, path: str = "") -> str:
    """The first place in which two values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}, key=str):
            if key not in one or key not in other or one[key] != other[key]:
                return _difference(one.get(key), other.get(key), f"{path}.{key}")
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return _difference(left, right, f"{path}[{place}]")
    texts = str(one), str(other)
    same = next((place for place, (left, right) in enumerate(zip(*texts, strict=False)) if left != right), min(map(len, texts)))
    at = max(0, same - 40)
    return f"{path} from character {at}: {texts[0][at : at + 200]!r}, and it must be {texts[1][at : at + 200]!r}"


# --- Clocks


def free(downs: Sequence[Span], since: float, until: float) -> float:
    """Milliseconds between two moments in which no server could answer."""
    return sum((end - start) * 1000 for start, end in downs if since <= start and end <= until)


def _clocks(verdict: Verdict, where: str, acks: Sequence[Ack], truth: Truth, downs: Sequence[Span]) -> None:
    """Running time goes on at most as fast as real time, and stands still while no server can answer."""
    verdict.expect(not truth.timed_out, f"{where}: {truth.timed_out} time-outs, although every clock is long")
    at = {(seat, ply): moment for seat, ply, _, moment, _ in truth.submitted}
    known = sorted((ack for ack in acks if (ack.seat, ack.ply) in at), key=lambda ack: ack.came)
    for one, other in combinations(known, 2):
        if one.came > other.sent:
            continue
        verdict.charges += 1
        charged = at[other.seat, other.ply] - at[one.seat, one.ply]
        most = (other.came - one.sent) * 1000 - free(downs, one.came, other.sent)
        verdict.expect(
            charged <= most + SLACK_MS,
            f"{where}: {charged} ms were charged between questions {one.ply} and {other.ply}, and at most {most:.0f} ms had passed",
        )
