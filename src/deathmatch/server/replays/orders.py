"""Everything that is made from the text of a record, and pictures from files of guests, as orders that a process of its own fills.

`studio.py` has the process.
"""

from __future__ import annotations

import gzip
import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from io import BytesIO
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from deathmatch import games
from deathmatch.core import animation, catalogues, errors, game, letters, optional, options, seats, themes
from deathmatch.core.plate import Plate
from deathmatch.core.speech import numeral, say, spoken
from deathmatch.match import record, rulings
from deathmatch.match.position import look
from deathmatch.match.record import RecordError
from deathmatch.match.reel import Reel, told
from deathmatch.server.replays import wire
from deathmatch.server.replays.wire import Result
from deathmatch.server.settings import RECORD_BYTES
from deathmatch.server.wire import frames, messages, problems

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_FILM = 8_000_000  # bytes before it is packed; a long match has 800,000
MOST_SHOTS, LONGEST_MS, LAST_MS = 40, 24_000, 4_000  # pictures of an animation, and milliseconds of all of them and of the last
SCALE = 2.0  # pixels a unit of a PNG


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Order(ABC):
    """Something to be made, in the language of this code, by default the one that is being spoken; `reader`: who alone reads it."""

    language: str = field(default_factory=spoken)
    reader: seats.Seat | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    @abstractmethod
    def made(self) -> bytes:
        """The finished thing; raises Problem."""

    def key(self) -> bytes:
        """A digest that only the same order has."""
        digest = hashlib.sha256(type(self).__name__.encode())
        for one in fields(self):
            value = getattr(self, one.name)
            part = value if isinstance(value, bytes) else repr(value).encode()
            digest.update(b"%d:" % len(part) + part)
        return digest.digest()


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class _OfRecord(Order):
    """Something of a record, as one eye sees it.

    Attributes:
        record: its text.
        eye: the name of the eye.
        aid: of its table (`core.optional.Aid`).
    """

    record: str
    eye: str = "public"
    aid: str = optional.Aid.LOG.value

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
    """The position in which question `ply` opened, as PNG in English; a negative number means the result beside the last one."""

    ply: int = -1
    theme: str = "light"
    named: bool = True
    language: str = catalogues.ENGLISH  # nobody knows who will look at a file, and the shipped font has Latin letters alone

    def made(self) -> bytes:
        """The picture as PNG."""
        reel = self.reel()
        picture = still(reel, self.ply, _eye(reel, self.eye), optional.Aid(self.aid), named=self.named)
        svg, (over, _, _, score) = picture.svg(self.theme), _ended(reel)
        if self.ply < 0 and over and picture.plate is not None:
            svg = picture.plate.card(frames.Picture(picture.scene, picture.plate.people).svg(self.theme), score)
        return themes.rasterized(svg, SCALE)


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class AnimationOrder(_OfRecord):
    """The whole match as an animated GIF in English."""

    theme: str = "light"
    named: bool = True
    language: str = catalogues.ENGLISH

    def made(self) -> bytes:
        """The match as GIF."""
        reel = self.reel()
        shots = reel.shots(_eye(reel, self.eye), MOST_SHOTS, optional.Aid(self.aid))
        haste = min(1.0, LONGEST_MS / sum(hold for _, hold in shots))
        (*shown, (last, _)), (before, after) = shots, [plate(reel, ply, named=self.named) for ply in (0, -1)]
        pictures = [(before.above(scene), round(hold * haste)) for scene, hold in shown]
        return animation.gif([*pictures, (after.above(last), LAST_MS)], self.theme)


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
class RasterOrder(Order):
    """A finished picture, as an SVG document with its colours, as PNG."""

    svg: str
    language: str = field(default=catalogues.ENGLISH, kw_only=True)  # it has its words already

    def made(self) -> bytes:
        """The picture as PNG."""
        return themes.rasterized(self.svg, SCALE)


@dataclass(frozen=True, slots=True, repr=False)
class PictureOrder(Order):
    """A file that a host brings, painted into a new picture: `Picture` in JSON."""

    file: bytes

    def made(self) -> bytes:
        """The picture; raises Problem for a file that is none."""
        return frames.encode(renewed(self.file))


def _eye(reel: Reel, name: str) -> seats.Eye:
    try:
        return reel.eye(name)
    except errors.UnknownNameError as error:
        raise problems.wrong(str(error.args[0])) from None


# --- From a record's text to everything that a page shows of it. All of this runs in a process of its own (`studio.py`)


LONGEST_PAST = 400  # events of a match that another one goes on from; they are played at once, in less than a tenth of a second


def film(reel: Reel, eye: seats.Eye, aid: optional.Aid, *, whole: bool) -> wire.Film:
    """The match as this eye saw it.

    Args:
        reel: the record.
        eye: whose view it is.
        aid: of the table.
        whole: whether the reader may have the record: then its lines and tags are in the film, and all eyes may be asked for.
    """
    people = frames.by_letter(reel.names)
    first = frames.Picture(reel.scene(0, eye, aid), people)
    variant = reel.header.variant
    values, _ = variant.bind(reel.header.given)
    changed = {option.key: values[option.key] for option in variant.options if values[option.key] != option.default_given(values)}
    over, winner, ending, score = _ended(reel)
    return wire.Film(
        variant=variant.id,
        title=reel.header.title,
        names=people,
        eye=frames.eye_name(eye),
        eyes=[frames.eye_name(one) for one in reel.game.eyes()] if whole else [frames.eye_name(eye)],
        svg=first.svg(),
        picture=first.text(),
        frames=_frames(reel, eye, aid, first),
        changed=changed,
        over=over,
        winner=winner,
        ending=ending,
        score=score,
        lines=[entry.plain for entry in reel.entries] if whole else [],
        tags=[(letters.visible(key), letters.visible(text)) for key, text in reel.header.tags] if whole else [],
        ec=options.recorded(reel.header.given, reel.header.tags),
    )


def _ended(reel: Reel) -> tuple[bool, str, str, dict[str, int]]:
    """Whether the match is over, who won it, why, and the score, as everybody may know."""
    people, variant, last = frames.by_letter(reel.names), reel.header.variant, reel.positions[-1]
    seen = frames.seen(look(last, seats.PUBLIC), variant, people, reel.header.tags)
    ruled = rulings.end_of(rulings.rulings_of(reel.header.tags))
    over = ruled or last.over
    winner = "" if over is None or over.winner is None else over.winner.value
    if ruled is not None:
        return True, winner, frames.ending(ruled, variant, people, reel.header.tags), {}
    return over is not None, winner, seen.ending, seen.score


def _frames(reel: Reel, eye: seats.Eye, aid: optional.Aid, first: frames.Picture) -> list[wire.Frame]:
    ruled = [(ruling.question, frames.beat(rulings.beat(ruling.made), first.names)) for ruling in rulings.rulings_of(reel.header.tags)]
    places = [max(ply for ply, count in enumerate(reel.events) if count <= before) for before, _ in ruled]
    made = [wire.Frame(0, [says for place, (_, says) in zip(places, ruled, strict=True) if place == 0])]
    shown = before = first
    for ply in range(1, len(reel.positions)):
        people = frames.by_letter(reel.header.people_at(reel.positions[ply - 1].ply))
        beats, shown = _told(reel.told(ply, eye), reel, aid, shown, people)
        beats += [says for place, (_, says) in zip(places, ruled, strict=True) if place == ply]
        after = frames.Picture(reel.scene(ply, eye, aid), before.names)
        made.append(wire.Frame(reel.events[ply], beats, after.change(shown), after.lines(before)))
        shown = before = after
    return made


def _told(
    beats: Sequence[game.AnyBeat], reel: Reel, aid: optional.Aid, shown: frames.Picture, people: Mapping[str, str]
) -> tuple[list[messages.BeatMessage], frames.Picture]:
    """Beats with their changes of the picture, and the picture after the last of them."""
    found = []
    for one in beats:
        change = None
        if one.view is not None:
            picture = frames.Picture(optional.picture(reel.game, one.view, (), aid), shown.names)
            change, shown = picture.change(shown), picture
        found.append(_beat(one, people, change))
    return found, shown


def _beat(one: game.AnyBeat, people: Mapping[str, str], change: messages.ChangeMessage | None = None) -> messages.BeatMessage:
    """A beat as replays have it: with its words in a row too."""
    return structs.replace(frames.beat(one, people, change), brief=frames.fill(one.brief, people))


def still(reel: Reel, ply: int, eye: seats.Eye, aid: optional.Aid, *, named: bool) -> frames.Picture:
    """The picture of the position in which question `ply` opened; a negative number means the last one. Raises Problem."""
    _check_ply(reel, ply)
    return frames.Picture(reel.scene(ply if ply >= 0 else reel.last, eye, aid), frames.by_letter(reel.names), plate(reel, ply, named=named))


def plate(reel: Reel, ply: int, *, named: bool) -> Plate:
    """The words above a picture of this match; above the last one they say who won."""
    ec = options.recorded(reel.header.given, reel.header.tags)
    return Plate(reel.header.title, frames.by_letter(reel.names), ec, named, "" if 0 <= ply < reel.last else _ended(reel)[1])


def instead(reel: Reel, event: int, move: str, eye: seats.Eye, aid: optional.Aid) -> wire.Instead:
    """The position after another move: in a joint decision the other seat's stays as it was. Raises Problem."""
    if not 1 <= event <= len(reel.entries):
        raise problems.wrong(say("the event must be 1 to {last}, not {event}", last=len(reel.entries), event=event))
    ply = next(number for number, count in enumerate(reel.events) if count >= event) - 1
    after = before = reel.positions[ply]
    numbers = range(reel.events[ply], reel.events[ply + 1])
    answers = list[tuple[str, str]]()
    try:
        for number in numbers:
            entry = reel.entries[number]
            after, text = after.accept(entry.actor, move if number + 1 == event else entry.text)
            answers.append((entry.actor, text))
    except errors.Refusal as refusal:
        raise problems.by_the_rules(refusal) from None
    people = frames.by_letter(reel.names)
    beats = [_beat(one, people) for one in told(before, after, answers, eye)]
    picture = frames.Picture(optional.picture(reel.game, after.view(eye), after.waiting, aid), people)
    return wire.Instead(picture.svg(), picture.text(), beats)


def cut(reel: Reel, ply: int) -> wire.Past:
    """The match up to the moment at which question `ply` opened, as the past of another one. Raises Problem."""
    _check_ply(reel, ply)
    ply = ply if ply >= 0 else reel.last
    if reel.positions[ply].over is not None:
        raise problems.conflict(say("the match is over at this position; choose an earlier one"))
    count = reel.events[ply] - len(reel.positions[ply].waiting)  # a sealed submission is not part of it
    if count > LONGEST_PAST:
        raise problems.wrong(
            say(
                "a match can go on from the first {most} events of another one, and this position is after {count}",
                most=LONGEST_PAST,
                count=count,
            )
        )
    given: dict[str, str | int] = dict(reel.header.given)
    return wire.Past(reel.header.variant.id, given, [record.line(entry) for entry in reel.entries[:count]])


def _check_ply(reel: Reel, ply: int) -> None:
    if ply > reel.last:
        raise problems.wrong(say("the position must be 0 to {last}, not {ply}", last=reel.last, ply=ply))


# --- A picture from a file of a guest: its points painted into a new, smaller file, so that nothing else of the file is left
#
# It runs in the process for strangers' things. Kind and size are read from the head of the file before a point is decoded.


LARGEST = 4_000_000  # bytes of a file that somebody brings
POINTS = 25_000_000  # that it may show; a telephone's photo has 12 million
KINDS = ("PNG", "JPEG", "WEBP", "GIF")
SIDES = (1280, 960, 640)  # points of the longer side, until the file is small enough
QUALITIES = (85, 60)  # of JPEG
BYTES = 300_000  # of the new file


class Picture(Struct):
    """A picture as it is kept and shown.

    Attributes:
        kind: its media type.
        digest: SHA-256 of its bytes, in hex.
    """

    kind: str
    digest: str
    width: int
    height: int
    data: bytes


def renewed(file: bytes) -> Picture:
    """The first picture of a file, upright, with nothing of the file but its points; raises Problem."""
    points = _points(file)
    for side in SIDES:
        points.thumbnail((side, side))
        png = ("image/png", _saved(points, "PNG", optimize=True))
        fine, coarse = (("image/jpeg", _saved(_opaque(points), "JPEG", quality=quality, optimize=True)) for quality in QUALITIES)
        for kind, data in (min(png, fine, key=lambda one: len(one[1])), coarse):
            if len(data) <= BYTES:
                return Picture(kind, hashlib.sha256(data).hexdigest(), points.width, points.height, data)
    raise problems.wrong(say("this picture cannot be made small enough; cut a part out of it"))


def _points(file: bytes) -> Image:
    """Only the points of a file; raises Problem."""
    from PIL import Image, ImageOps

    unreadable = problems.wrong(say("a picture must be a PNG, JPEG, WebP or GIF file, and this is none that can be read"))
    if len(file) > LARGEST:
        raise problems.wrong(say("a picture has at most {number} bytes, not {size}", number=numeral(LARGEST), size=numeral(len(file))))
    try:
        with Image.open(BytesIO(file), formats=KINDS) as found:
            if found.width * found.height > POINTS:
                told = {"most": POINTS // 1_000_000, "width": found.width, "height": found.height}
                raise problems.wrong(say("a picture has at most {most} million points, not {width} times {height}", **told))
            found.draft("RGB", (SIDES[0], SIDES[0]))  # a JPEG is decoded no larger than needed
            upright = ImageOps.exif_transpose(found)
            mode = "RGBA" if upright.has_transparency_data else "RGB"
            clean = Image.new(mode, upright.size)
            clean.paste(upright.convert(mode))
            return clean
    except problems.Problem:
        raise
    except Exception:  # whatever a decoder makes of a stranger's bytes
        raise unreadable from None


def _opaque(points: Image) -> Image:
    """The same on white, because JPEG knows no transparency."""
    from PIL import Image

    if points.mode == "RGB":
        return points
    ground = Image.new("RGB", points.size, "white")
    ground.paste(points, mask=points.getchannel("A"))
    return ground


def _saved(points: Image, kind: str, **how: object) -> bytes:
    file = BytesIO()
    points.save(file, kind, **how)
    return file.getvalue()
