"""Values of the game as messages: names filled in, pictures compared, values made plain. All of it is pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import msgspec

from deathmatch.core import errors, game, letters, optional, seats, themes
from deathmatch.core.plate import Plate, safe
from deathmatch.core.scene import Scene
from deathmatch.core.speech import mark, say, voiced
from deathmatch.match import clock, position, rulings
from deathmatch.match.position import Seen
from deathmatch.match.record import LONGEST_STORY, LOSS, PRIZE
from deathmatch.server.wire import messages

# --- Differences of two texts


NEAR = 2  # equal parts between two differences that are sent along, since each difference costs two numbers


def edits(before: str, after: str) -> list[int | str]:
    """The way from one element's markup to the next, both split at their quotation marks: place, number of parts that go, text that comes.

    As often as needed, in order. A player's name has no quotation mark inside markup, so the places do not depend on names.
    """
    old, new = before.split('"'), after.split('"')
    if len(old) == len(new):
        return _paired(old, new, 0, '"')
    most = min(len(old), len(new)) - 1
    head = next((at for at in range(most) if old[at] != new[at] and not _alike(at, old[at], new[at])), most)
    most -= head
    end = len(old) - 1
    tail = next((at for at in range(most) if old[-1 - at] != new[-1 - at] and not _alike(end - at, old[-1 - at], new[-1 - at])), most)
    if (len(old) - len(new)) % 2:
        tail = 0  # the sides disagree which parts are values
    left, right = len(old) - tail, len(new) - tail
    found = _paired(old[:head], new[:head], 0, '"')
    found += [head, left - head, '"'.join(new[head:right])]
    return found + _paired(old[left:], new[right:], left, '"')


def lines(before: Sequence[str], after: Sequence[str]) -> list[int | str]:
    """The way from one text to the next, both split into lines: place, number of lines that go, text that comes."""
    return _paired(before, after, 0, "\n") if len(before) == len(after) else _replaced(before, after)


def _alike(place: int, was: str, now: str) -> bool:
    """Whether two parts of markup differ only in the value of an attribute or in a text; the parts at odd places are the values."""
    return place % 2 == 1 or (was[:1] == now[:1] == ">" and was[was.find("<") :] == now[now.find("<") :])


def _paired(old: Sequence[str], new: Sequence[str], start: int, mark: str) -> list[int | str]:
    """The differences of two lists of one length; `start` is the place of their first part."""
    found: list[int | str] = []
    unlike = [place for place, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    while unlike:
        first = last = unlike[0]
        while unlike and unlike[0] <= last + NEAR:
            last = unlike.pop(0)
        found += [start + first, last + 1 - first, mark.join(new[first : last + 1])]
    return found


def _replaced(old: Sequence[str], new: Sequence[str]) -> list[int | str]:
    """One difference, from the first line that is unlike to the last one. At least one comes, for no text means one empty line."""
    most = min(len(old), len(new)) - 1
    start = next((place for place in range(most) if old[place] != new[place]), most)
    most -= start
    end = next((end for end in range(most) if old[-1 - end] != new[-1 - end]), most)
    return [start, len(old) - end - start, "\n".join(new[start : len(new) - end])]


# --- Values of the game as messages: names filled in, pictures compared, values made plain


NOBODY = Scene(360, 360, "", ())
"""The empty picture, before the match begins."""

CLASSES, NO_PICTURES = "classes", "none"
PICTURES = (NO_PICTURES, CLASSES, *themes.THEMES)
"""The kinds of pictures that an answer over HTTP can have."""

RULED = {
    rulings.FORFEIT: mark("{loser} lost by a ruling of the host."),
    rulings.WON: mark("The host ruled that {winner} has won."),
    rulings.NOSHOW: mark("{loser} did not come."),
}
YOURS = {
    "{loser} lost by a ruling of the host.": mark("You lost by a ruling of the host."),
    "The host ruled that {winner} has won.": mark("The host ruled that you have won."),
    "{loser} did not come.": mark("You did not come."),
    "{loser} resigned.": mark("You resigned."),
    "{loser} ran out of time.": mark("You ran out of time."),
}
"""Sentences of an end that many games share, as their subject reads them."""

KEPT = 8192  # elements whose JSON is kept, about a kilobyte each

encode = msgspec.json.Encoder().encode


def fill(words: str, names: Mapping[str, str]) -> str:
    """Words for people with the players' names for `{A}` and `{B}` (core/game.py)."""
    return words.format_map(names) if "{" in words or "}" in words else words


@lru_cache(maxsize=KEPT)
def _packed(slot: str, markup: str) -> bytes:
    """A new element on the wire, with the marks for names in it: the same few elements are sent often."""
    return encode((slot, markup))


@lru_cache(maxsize=KEPT)
def _edited(slot: str, before: str, after: str) -> bytes:
    """A changed element on the wire likewise."""
    return encode((slot, *edits(before, after)))


@lru_cache(maxsize=KEPT)
def _moves(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[tuple[str, str], ...] | None:
    """Each slot that is new, with the one that it follows; None if what stays has changed its order too."""
    known, left = set(before), set(after)
    if [slot for slot in before if slot in left] != [slot for slot in after if slot in known]:
        return None
    return tuple((slot, after[place - 1] if place else "") for place, slot in enumerate(after) if slot not in known)


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene, the names in it, and the plate that it carries wherever it stands alone."""

    scene: Scene
    names: Mapping[str, str]
    plate: Plate | None = None

    def svg(self, pictures: str = CLASSES) -> str:
        """The whole picture, as one of `PICTURES`: for a page with a style sheet, with the colours of a theme, or none."""
        if pictures == NO_PICTURES:
            return ""
        alone = self.plate if pictures != CLASSES else None
        scene = self.scene if alone is None else alone.above(self.scene)
        svg = scene.svg() if pictures == CLASSES else themes.document(scene, pictures)
        for seat, name in (self.names if alone is None else alone.people).items():
            svg = svg.replace(f"{{{seat}}}", safe(name))
        return svg

    def text(self) -> str:
        """The picture in words."""
        return fill(self.scene.text(), self.names)

    def lines(self, before: Picture) -> list[int | str]:
        """How the picture in words differs from that of the picture before, as `edits.lines` has it; empty if it does not."""
        was, now = before.scene.lines(), self.scene.lines()
        if before.names != self.names:
            return lines(before.text().split("\n"), self.text().split("\n"))
        if was is now or was == now:
            return []
        return [fill(part, self.names) if isinstance(part, str) else part for part in lines(was, now)]

    def change(self, before: Picture) -> messages.ChangeMessage | None:
        """The change from the picture before to this one; None if they look the same."""
        was, now = before.scene, self.scene
        if was is now:
            return None
        change = now.change(was)
        if not change:
            return None
        after = None if change.order is None else _moves(was.slots(), change.order)
        return messages.ChangeMessage(
            put=self._raw([_packed(now.slot, now.markup()) for now in change.put]),
            edit=self._raw([_edited(*one) for one in change.edited]),
            gone=list(change.gone),
            order=list(change.order) if change.order is not None and after is None else None,
            after=list(after) if after is not None else [],
            title=fill(self.scene.title, self.names) if change.retitled else "",
        )

    def _raw(self, pieces: Sequence[bytes]) -> list[msgspec.Raw]:
        """Finished JSON of several elements, with the names in it, as one piece: in a list there are only commas between elements."""
        if not pieces:
            return []
        text = b",".join(pieces)
        if b"{" in text:  # in markup, braces stand around names alone
            for mark, name in _marks(*self.names.items()):
                text = text.replace(mark, name)  # no name has the mark of another one: its braces are escaped
        return [msgspec.Raw(text)]


@lru_cache(maxsize=4096)
def _marks(*names: tuple[str, str]) -> tuple[tuple[bytes, bytes], ...]:
    """The marks for the seats' names in markup, and the names, both as they look in JSON."""
    return tuple((b"{%b}" % seat.encode(), encode(safe(name))[1:-1]) for seat, name in names)


def beat(told: game.AnyBeat, names: Mapping[str, str], change: messages.ChangeMessage | None = None) -> messages.BeatMessage:
    """A beat; with a change only if readers see the picture change with it."""
    words, heading = fill(told.words, names), fill(told.heading, names)
    return messages.BeatMessage(words, told.notation, heading, change, told.passing, told.hold)


def step(
    asked: game.Step, prefix: Sequence[str], names: Mapping[str, str], change: messages.ChangeMessage | None = None, said: str = ""
) -> messages.StepMessage:
    """A step of a composition; the change, if any, is to the picture of its view, `said` the whole move in words (`told`)."""
    choices, before = [
        [messages.ChoiceMessage(c.token, fill(c.label, names), c.slot, fill(c.note, names), c.key) for c in offered]
        for offered in (asked.choices, asked.before)
    ]
    return messages.StepMessage(
        prompt=fill(asked.prompt, names),
        prefix=list(prefix),
        choices=choices,
        number=None if asked.number is None else messages.NumberMessage(asked.number.low, asked.number.high, list(asked.number.quick)),
        word=None if asked.word is None else messages.FreeWordMessage(asked.word.low, asked.word.high, asked.word.lead, asked.word.letters),
        text=None if asked.text is None else messages.FreeTextMessage(asked.text.low, asked.text.high),
        whole=asked.whole,
        warning=fill(asked.warning, names),
        before=before,
        change=change,
        said=said,
        quick=asked.quick,
    )


def first_step(decision: position.AnyDecision, names: Mapping[str, str]) -> messages.StepMessage:
    """The first step of a decision. If only one answer is legal, the step has it whole, so that one press sends it."""
    at = asked = decision.compose(())
    taken: list[game.Choice] = []
    while len(at.choices) == 1 and at.whole is None and not (at.number or at.word or at.text):
        taken += at.choices
        at = decision.compose(tuple([choice.token for choice in taken]))
    if not taken or at.whole is None or at.choices or at.number or at.word:
        return step(asked, (), names)
    sole, first = ", ".join([fill(choice.label, names) for choice in taken]), replace(asked, whole=at.whole, warning=at.warning)
    if taken[0].slot is not None:  # a place is no name of a move; the picture marks all of them
        sole, first = say("Only move: {move}", move=sole), replace(first, prompt=at.prompt, before=tuple(taken[1:]))
    made = step(first, (), names, None, told(decision, at.whole, names))
    made.sole = sole
    return made


def told(decision: position.AnyDecision | None, text: str | None, names: Mapping[str, str]) -> str:
    """A seat's own move in words for that seat; empty if there is none, or the game has no words for it."""
    if text is None or decision is None or not optional.offers(type(decision), optional.TellingDecision):
        return ""
    try:
        return fill(cast("optional.TellingDecision", decision).told(decision.read(text)), names)
    except errors.Refusal:  # the clock has answered
        return ""


def eye_name(eye: seats.Eye) -> str:
    """`A`, `B`, `public`, `onlooker-N` or `host`."""
    return eye.value if isinstance(eye, seats.Seat) else str(eye)


def ending(over: game.Over, variant: game.Variant, names: Mapping[str, str], story: Sequence[tuple[str, str]] = ()) -> str:
    """Why a match ended, in words with names; then, if somebody won, the lines of the `story`, which may stand among other tags."""
    winner = over.winner
    if over.reason == rulings.VOID:
        return say("The host declared the match void.")
    if over.reason == rulings.TIED:
        return say("The host ruled that the match is tied.")
    if over.reason == rulings.CANCEL:
        return say("The match was cancelled.")
    if over.reason == rulings.NOSHOW and winner is None:
        return say("Neither player came.")
    people = {
        **names,
        "winner": names[winner] if winner is not None else "",
        "loser": names[winner.other] if winner is not None else "",
    }
    text = RULED.get(over.reason) or variant.reasons[over.reason]
    mine = variant.yours.get(over.reason) or YOURS.get(text, text)
    subject = winner.other if winner is not None and "{winner}" not in text else winner
    words = say(text, **people) if subject is None else voiced(subject, mine, text, **people)
    told = {key: letters.isolated(letters.visible(line)[:LONGEST_STORY]) for key, line in story} if winner is not None else {}
    lines = [f"{people[who]} {told[key]}" for key, who in ((PRIZE, "winner"), (LOSS, "loser")) if told.get(key)]
    return " ".join([words, *[line if line.endswith((".", "!", "?", "…")) else f"{line}." for line in lines]])


def seen(now: Seen, variant: game.Variant, names: Mapping[str, str], story: Sequence[tuple[str, str]] = ()) -> messages.SeenMessage:
    """Everything that one eye may know, except the picture and the log."""
    return messages.SeenMessage(
        eye=eye_name(now.eye),
        ply=now.ply,
        public=now.public,
        clocks=clocks(now),
        private=now.private,
        sealed=[seat.value for seat in now.sealed],
        owes=fill(now.decision.words, names) if now.decision is not None else "",
        paused=now.paused,
        ending=ending(now.over, variant, names, story) if now.over is not None else "",
        said=told(now.answered, now.submitted, names),
        score={seat.value: now.score[seat] for seat in seats.SEATS} if now.score is not None else {},
        items={seat.value: [say(item) for item in now.items[seat]] for seat in seats.SEATS if now.items[seat]},
    )


def clocks(now: Seen) -> dict[str, messages.ClockMessage]:
    """Both seats' clocks."""

    def shown(face: clock.Face) -> messages.ClockMessage:
        stages = [(left, say(name)) for left, name in face.stages]
        if face.review:
            stages[0] = (stages[0][0], say("{what}: nothing can be sent yet", what=stages[0][1]))
        return messages.ClockMessage(face.left, face.bank, face.running, stages, face.review)

    return {seat.value: shown(face) for seat, face in now.clocks.items()}


def by_letter(names: seats.BySeat[str]) -> dict[str, str]:
    """Names keyed by the seat's letter, as texts for people need them."""
    return {seat.value: letters.isolated(names[seat]) for seat in seats.SEATS}
