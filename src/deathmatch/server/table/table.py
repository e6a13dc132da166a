"""A table: all that its log says, folded. Text, times and entries in, a state out; no I/O and no connections.

The same fold serves the live table, a table loaded after a restart, and the late table that watchers see where the table has a delay.
"""

from __future__ import annotations

import base64
import hmac
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from deathmatch.core.game import Aid, Resources, Variant, picture
from deathmatch.core.scene import Scene
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat
from deathmatch.match.dealer import Dealer
from deathmatch.match.journal import Submitted
from deathmatch.match.match import Match
from deathmatch.match.story import Story
from deathmatch.server import tokens
from deathmatch.server.limits import CHAT_LINES
from deathmatch.server.table import entries
from deathmatch.server.table.entries import Entry
from deathmatch.server.times import Slices
from deathmatch.server.wire import messages
from deathmatch.server.wire.bodies import TableSettings
from deathmatch.server.wire.frames import by_letter

Find = Callable[[str], Variant]
WATCHER = "watcher"
HOST = "host"
ENTRY_BYTES = 100  # what an entry takes beside its text, about


def eye_of(role: str) -> Eye:
    """With whose eyes a role looks."""
    if role in ("A", "B"):
        return Seat(role)
    return Onlooker(int(role.removeprefix("onlooker-"))) if role.startswith("onlooker-") else PUBLIC


def rematch_id(match: str, seed: bytes) -> str:
    """The id of the next match of the same people: worked out, so that making it twice makes it once.

    Only who knows the dealer's seed can do so: watchers of a table with a delay must not try whether there is one already.
    """
    return base64.b32encode(hmac.digest(seed, f"deathmatch rematch {match}".encode(), "sha256")).decode("ascii").lower()[:12]


def inheritance(role: str, token: str, onlookers: Mapping[str, str]) -> list[entries.Inherits]:
    """What follows from a secret link for the next match's: that of its own role and, from the host's, those of all `onlookers`, sealed."""
    found = [entries.Inherits(role, tokens.digest(tokens.heir(token)).hex())]
    if role == HOST:
        for onlooker, sealed in onlookers.items():
            heir = tokens.heir(tokens.unseal(sealed, token, onlooker))
            found.append(entries.Inherits(onlooker, tokens.digest(heir).hex(), tokens.seal(heir, tokens.heir(token), onlooker)))
    return found


def _settled(kept: Mapping[str, Any], variant: Variant) -> TableSettings:
    """The settings as they are on disk, with what follows from the variant where nobody has said anything."""
    aids = kept.get("aids", Aid.LOG.value)
    settings = TableSettings(**{**kept, "aids": aids if isinstance(aids, str) else Aid.LOG.value})  # it was yes or no, and meant nothing
    return msgspec.structs.replace(settings, publish=not variant.discreet) if settings.publish is None else settings


class Table:
    """What the entries so far add up to.

    Attributes:
        id: of the match.
        count: entries folded.
        version: of them those that everybody counts.
        made: the first entry.
        variant, dealer, settings: of the match.
        names: of the seats that are taken.
        chat: the last lines.
        notes, marks: private, by seat.
        written: role -> how much its chat, notes and marks take in the log, in bytes.
        wishes: seat -> digest of its link to the next match, in hex.
        heirs: role -> digest of its link to the next match, where known.
        sealed: onlooker -> its link to the next match, sealed for that match's host, where known.
        answers: seat -> ply and canonical text of its last submission.
    """

    def __init__(self, match: str, first: entries.Made, find: Find, resources: Resources) -> None:
        self.id = match
        self._resources = resources
        self.count = 1
        self.version = 1
        self.made = first
        self.variant = find(first.variant)
        self.values, self.game = self.variant.bind(first.options)
        self.settings = _settled(first.settings, self.variant)
        self.seed = bytes.fromhex(first.seed)
        self.dealer = Dealer(self.seed, BySeat(b"", b""))
        self.names: dict[str, str] = {seat: bot.capitalize() for seat, bot in first.bots.items()}
        self.nonces: dict[str, str] = dict.fromkeys(first.bots, "")
        self._match: Match | None = None
        self._stories: dict[Eye, Story] = {}
        self.chat: deque[messages.Line] = deque(maxlen=CHAT_LINES)
        self.notes: dict[str, str] = {}
        self.marks: dict[str, dict[str, str]] = {}
        self.written: Counter[str] = Counter()
        self.wishes: dict[str, str] = {}
        self.heirs: dict[str, str] = {}
        self.sealed: dict[str, str] = {}
        self.answers: dict[str, tuple[int, str]] = {}
        self._seat_all()

    # --- Folding

    def apply(self, entry: Entry) -> None:
        """Fold one more entry."""
        self.count += 1
        self.version += isinstance(entry, entries.VERSIONED)
        self._weigh(entry)
        match entry:
            case entries.Sat(seat=seat, name=name, nonce=nonce):
                self.names[seat] = name
                self.nonces[seat] = nonce
                self._seat_all()
            case entries.Moved():
                events = entries.events(entry)
                self._match = self.referee.fold(events)
                self.answers.update((event.seat.value, (event.ply, event.text)) for event in events if isinstance(event, Submitted))
            case entries.Said(who=who, role=role, text=text, wall=wall):
                self.chat.append(messages.Line(who, role, text, wall))
            case entries.Noted(role=role, text=text):
                self.notes[role] = text
            case entries.Marked(role=role, slot=slot, text=text):
                mine = self.marks.setdefault(role, {})
                mine.pop(slot, None)
                if text:
                    mine[slot] = text
            case entries.Wished(seat=seat, heir=heir):
                self.wishes[seat] = heir
                self.heirs[seat] = heir
            case entries.Inherits(role=role, heir=heir, sealed=sealed):
                self.heirs[role] = heir
                if sealed:
                    self.sealed[role] = sealed
            case entries.Made():
                raise AssertionError(f"{self.id} is made twice")

    def _weigh(self, entry: Entry) -> None:
        if isinstance(entry, entries.Said | entries.Noted | entries.Marked):
            self.written[entry.role] += ENTRY_BYTES + len(entry.text.encode())

    def _seat_all(self) -> None:
        """Once both seats are taken there is a referee."""
        if any(seat not in self.names for seat in SEATS):
            return
        nonces = BySeat.of(lambda seat: bytes.fromhex(self.nonces[seat]))
        self.dealer = Dealer(self.seed, nonces)
        self._match = Match.new(
            self.variant,
            self.made.options,
            names=BySeat.of(lambda seat: self.names[seat]),
            dealer=self.dealer,
            resources=self._resources,
            by_hand=self.settings.by_hand,
        )

    # --- What holds

    @property
    def match(self) -> Match | None:
        """The referee; None until the match has begun."""
        return self._match if self._match is not None and self._match.started else None

    @property
    def referee(self) -> Match:
        """The referee, whom both seats together bring to the table."""
        assert self._match is not None, f"a seat of {self.id} is free"
        return self._match

    @property
    def full(self) -> bool:
        """Whether both seats are taken."""
        return self._match is not None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match is not None and self.match.over is not None

    @property
    def state(self) -> str:
        """`waiting` for a seat, `running` or `over`."""
        return "waiting" if self.match is None else "over" if self.over else "running"

    @property
    def people(self) -> dict[str, str]:
        """Names for `{A}` and `{B}`."""
        return by_letter(BySeat.of(lambda seat: self.names.get(seat, seat.value)))

    @property
    def next_match(self) -> str | None:
        """The id of the rematch, once both want it."""
        agreed = bool(self.wishes) and all(seat in self.wishes or seat in self.made.bots for seat in SEATS)
        return rematch_id(self.id, self.seed) if agreed else None

    def story(self, eye: Eye) -> Story:
        """What this eye has been told of the match, as far as somebody has had it told."""
        return self._stories.setdefault(eye, Story(eye))

    def picture(self, view: Any, sealed: Sequence[Seat] = ()) -> Scene:
        """What the eye of this view is shown here; once the match is over, nobody has to remember it any more."""
        aid = Aid(self.settings.aids)
        return picture(self.game, view, sealed, Aid.LOG if aid is Aid.NONE and self.over else aid)

    def roles(self) -> list[str]:
        """All roles that have a secret link of their own, but the host's."""
        eyes = self.game.eyes()
        onlookers = [str(eye) for eye in eyes if isinstance(eye, Onlooker) and eye.number > 0]
        return [seat.value for seat in SEATS if seat not in self.made.bots] + onlookers


async def fold(match: str, bodies: list[bytes], find: Find, resources: Resources) -> tuple[Table, list[Entry]]:
    """The table that a log adds up to, and the log. A long one is folded in slices, so that the others do not wait for it."""
    log = [entries.decode(body) for body in bodies]
    first = log[0]
    assert isinstance(first, entries.Made), f"the log of {match} begins with {type(first).__name__}"
    table = Table(match, first, find, resources)
    slices = Slices()
    for entry in log[1:]:
        table.apply(entry)
        await slices.turn()
    return table, log
