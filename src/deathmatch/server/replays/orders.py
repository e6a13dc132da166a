"""Everything that is made from the text of a record, as orders that a process of its own fills (`studio.py`)."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass, field, fields
from typing import Protocol

from deathmatch import games
from deathmatch.core import animation, catalogues, errors, optional, options, seats, themes
from deathmatch.core.speech import say, spoken
from deathmatch.match.record import RecordError
from deathmatch.match.reel import Reel
from deathmatch.server.replays.film import cut, film, instead, plate, still
from deathmatch.server.replays.picture import renewed
from deathmatch.server.replays.wire import Result
from deathmatch.server.settings import RECORD_BYTES
from deathmatch.server.wire import frames, problems

LARGEST_FILM = 8_000_000  # bytes before it is packed; a long match has 800,000
MOST_SHOTS = 60  # pictures of an animation
SCALES = {"png": 2.0, "gif": 1.0}  # pixels a unit


class Order(Protocol):
    """Something to be made, in the language that it names."""

    @property
    def language(self) -> str:
        """The code of the language."""
        ...

    def made(self) -> bytes:
        """The finished thing; raises Problem."""
        ...

    def key(self) -> bytes:
        """Bytes that only the same order has."""
        ...


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class _OfRecord:
    """Something of a record, as one eye sees it.

    Attributes:
        record: its text.
        eye: the name of the eye.
        aid: of its table (`core.optional.Aid`).
        language: of its words; by default the one that is being spoken.
    """

    record: str
    eye: str = "public"
    aid: str = optional.Aid.LOG.value
    language: str = field(default_factory=spoken)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def key(self) -> bytes:
        """A digest of the order."""
        digest = hashlib.sha256(type(self).__name__.encode())
        for one in fields(self):
            text = repr(getattr(self, one.name)).encode()
            digest.update(b"%d:" % len(text) + text)
        return digest.digest()

    def reel(self) -> Reel:
        """The record, played through; raises Problem."""
        try:
            return Reel.of(self.record, games.find, largest=RECORD_BYTES)
        except RecordError as error:
            rule = str(error.rule) if error.rule is not None else ""
            raise problems.Problem(say("line {line}: {error}", line=error.line, error=error), 422, rule) from None


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class FilmOrder(_OfRecord):
    """A whole match as one eye saw it: `wire.Film` in JSON, packed by gzip. `whole`: whether the reader may have the record."""

    whole: bool

    def made(self) -> bytes:
        """The film as packed JSON."""
        reel = self.reel()
        made = frames.encode(film(reel, _eye(reel, self.eye), optional.Aid(self.aid), whole=self.whole))
        if len(made) > LARGEST_FILM:
            raise problems.wrong(say("this match is too long to be shown"))
        return gzip.compress(made, 6, mtime=0)


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class StillOrder(_OfRecord):
    """The position in which question `ply` opened, as PNG in English; a negative number means the last position."""

    ply: int = -1
    theme: str = "light"
    named: bool = True
    language: str = catalogues.ENGLISH  # nobody knows who will look at a file, and the shipped font has Latin letters alone

    def made(self) -> bytes:
        """The picture as PNG."""
        reel = self.reel()
        picture = still(reel, self.ply, _eye(reel, self.eye), optional.Aid(self.aid), named=self.named)
        return themes.rasterized(picture.svg(self.theme), SCALES["png"])


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class AnimationOrder(_OfRecord):
    """The whole match as an animated GIF in English."""

    theme: str = "light"
    named: bool = True
    language: str = catalogues.ENGLISH

    def made(self) -> bytes:
        """The match as GIF."""
        reel = self.reel()
        shots, above = reel.shots(_eye(reel, self.eye), MOST_SHOTS, optional.Aid(self.aid)), plate(reel, named=self.named).above
        return animation.gif([(above(scene), hold) for scene, hold in shots], self.theme, SCALES["gif"])


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class InsteadOrder(_OfRecord):
    """The position after another move in the place of an event: `wire.Instead` in JSON."""

    event: int
    move: str

    def made(self) -> bytes:
        """The answer as JSON."""
        reel = self.reel()
        return frames.encode(instead(reel, self.event, self.move, _eye(reel, self.eye), optional.Aid(self.aid)))


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class PastOrder(_OfRecord):
    """The match up to a position, for another one to go on from: `wire.Past` in JSON."""

    ply: int

    def made(self) -> bytes:
        """The past as JSON."""
        return frames.encode(cut(self.reel(), self.ply))


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class CheckOrder(_OfRecord):
    """Whether the record can be read, is over and can be reviewed; the answer is its variant."""

    def made(self) -> bytes:
        """The id of the variant; raises Problem for a match that cannot be reviewed."""
        reel = self.reel()
        if reel.positions[-1].over is None:
            raise problems.conflict(say("a match can be reviewed once it is over"))
        if not reel.header.variant.has("advise"):
            raise problems.wrong(say("matches of {variant} cannot be reviewed", variant=reel.header.variant.id))
        return reel.header.variant.id.encode()


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class ResultOrder(_OfRecord):
    """The players and the result of a finished match: `wire.Result` in JSON."""

    def made(self) -> bytes:
        """The result as JSON; raises Problem for a match that is not over."""
        reel = self.reel()
        over = reel.positions[-1].over
        if over is None:
            raise problems.wrong(say("the match of this record is not over"))
        ec = options.recorded(reel.header.given, reel.header.tags)
        header, winner = reel.header, over.winner.value if over.winner is not None else ""
        a, b = header.names
        made = Result(header.variant.id, dict(header.given), a or "", b or "", winner, over.reason, ec, header.called)
        return frames.encode(made)


@dataclass(frozen=True, slots=True, repr=False)
class RasterOrder:
    """A finished picture, as an SVG document with its colours, as PNG."""

    svg: str
    language: str = catalogues.ENGLISH  # it has its words already

    def __repr__(self) -> str:
        return "<RasterOrder>"

    def key(self) -> bytes:
        """The digest of the picture."""
        return hashlib.sha256(b"raster" + self.svg.encode()).digest()

    def made(self) -> bytes:
        """The picture as PNG."""
        return themes.rasterized(self.svg, SCALES["png"])


@dataclass(frozen=True, slots=True, repr=False)
class PictureOrder:
    """A file that a host brings, painted into a new picture (`picture.py`): `picture.Picture` in JSON."""

    file: bytes
    language: str = field(default_factory=spoken)

    def __repr__(self) -> str:
        return "<PictureOrder>"

    def key(self) -> bytes:
        """The digest of the file."""
        return hashlib.sha256(b"file" + self.file).digest()

    def made(self) -> bytes:
        """The picture; raises Problem for a file that is none."""
        return frames.encode(renewed(self.file))


def _eye(reel: Reel, name: str) -> seats.Eye:
    try:
        return reel.eye(name)
    except errors.UnknownNameError as error:
        raise problems.wrong(str(error.args[0])) from None
