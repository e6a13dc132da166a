"""A match from its start to its end as one eye saw it, in one answer: a whole picture, then changes. And the bodies of requests for one."""

from __future__ import annotations

from msgspec import Struct

from deathmatch.server.wire.bodies import TableSettings
from deathmatch.server.wire.messages import BeatMessage, ChangeMessage, Private


class Frame(Struct, omit_defaults=True):
    """The position in which a question opened, or in which the match ended, and the way there from the frame before."""

    event: int  # how many events of the record lead here
    beats: list[BeatMessage] = []  # since the frame before, each with its change of the picture
    change: ChangeMessage | None = None  # from the picture at the last beat that has one, else at the frame before, to this one
    words: list[int | str] = []  # edits of the picture in words, as in an update of a running match


class Film(Struct, omit_defaults=True):
    """A whole match. Frame N is the position in which question N opened; the last one is the end."""

    variant: str  # GAME/VARIANT
    title: str
    names: dict[str, str]
    eye: str  # that sees it: "A", "B", "public", "onlooker-1"
    eyes: list[str]  # that may be asked for
    svg: str  # the whole picture of frame 0
    picture: str  # the same in words
    frames: list[Frame]
    changed: dict[str, str | int] = {}  # the options that differ from their default
    over: bool = False
    winner: str = ""  # seat; empty if nobody won, or the match is not over
    ending: str = ""  # why it ended, in words with names
    score: dict[str, int] = {}  # seat -> the number that decided the match
    lines: list[str] = []  # the events as they stand in the record, for those who may have it
    tags: list[tuple[str, str]] = []  # of the record, likewise
    ec: str = ""  # the seat of the elimination candidate; empty if the record does not say


class RecordBody(Private, Struct, forbid_unknown_fields=True):
    """A record from anywhere, and the eye that it is looked at with."""

    record: str
    eye: str = "public"


class RecordPicture(RecordBody, forbid_unknown_fields=True):
    """A record from anywhere, and its picture in a theme: for PNG of the position in which question `ply` opened, by default the last."""

    ply: int = -1
    theme: str = "light"


class InsteadBody(Private, Struct, forbid_unknown_fields=True):
    """A move in the place of that of event number `event`; in a joint decision the other seat's move stays as it was."""

    event: int
    move: str
    eye: str = "public"


class RecordInstead(InsteadBody, kw_only=True, forbid_unknown_fields=True):
    """A move in the place of that of event number `event` of a record from anywhere."""

    record: str


class Instead(Struct):
    """The position after another move, as one eye sees it, and the way there."""

    svg: str
    picture: str
    beats: list[BeatMessage]


class Past(Struct):
    """The part of a match before one of its questions, from which another match can go on."""

    variant: str
    options: dict[str, str | int]
    lines: list[str]  # its events


class GoOn(Private, Struct, forbid_unknown_fields=True):
    """A new match that goes on from the moment at which question `ply` opened; everything else as in `NewMatch`."""

    ply: int
    seats: dict[str, str]
    name: str = ""
    nonce: str = ""
    host: bool = False
    settings: TableSettings = TableSettings()


class RecordGoOn(GoOn, kw_only=True, forbid_unknown_fields=True):
    """A new match that goes on from the moment at which question `ply` of a record from anywhere opened."""

    record: str


class Result(Private, Struct):
    """The players and the result of a record; a name is empty if the record has none."""

    variant: str
    options: dict[str, str | int]
    a: str
    b: str
    winner: str
    reason: str
    ec: str  # the seat of the elimination candidate; empty if nobody is
    title: str = ""  # of a duel that a host has led
