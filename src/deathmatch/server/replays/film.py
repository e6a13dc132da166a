"""From a record's text to everything that a page shows of it. All of this runs in a process of its own (`studio.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deathmatch.core import errors, game, letters, optional, options, seats
from deathmatch.core.plate import Plate
from deathmatch.core.speech import say
from deathmatch.match import record, rulings
from deathmatch.match.position import look
from deathmatch.match.reel import Reel, told
from deathmatch.server.replays import wire
from deathmatch.server.wire import frames, messages, problems

LONGEST_PAST = 400  # events of a match that another one goes on from; they are played on the event loop, in slices (`match/rehearsal.py`)


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
    variant, last = reel.header.variant, reel.positions[-1]
    values, _ = variant.bind(reel.header.given)
    changed = {option.key: values[option.key] for option in variant.options if values[option.key] != option.default_given(values)}
    seen = frames.seen(look(last, seats.PUBLIC), variant, people, reel.header.tags)
    ruled = rulings.end_of(rulings.rulings_of(reel.header.tags))
    over = ruled or last.over
    winner = over.winner if over is not None else None
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
        over=over is not None,
        winner=winner.value if winner is not None else "",
        ending=seen.ending if ruled is None else frames.ending(ruled, variant, people, reel.header.tags),
        lines=[entry.plain for entry in reel.entries] if whole else [],
        tags=[(letters.visible(key), letters.visible(text)) for key, text in reel.header.tags] if whole else [],
        ec=options.recorded(reel.header.given, reel.header.tags),
    )


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
        found.append(frames.beat(one, people, change))
    return found, shown


def still(reel: Reel, ply: int, eye: seats.Eye, aid: optional.Aid, *, named: bool) -> frames.Picture:
    """The picture of the position in which question `ply` opened; a negative number means the last one. Raises Problem."""
    _check_ply(reel, ply)
    return frames.Picture(reel.scene(ply if ply >= 0 else reel.last, eye, aid), frames.by_letter(reel.names), plate(reel, named=named))


def plate(reel: Reel, *, named: bool) -> Plate:
    """The words above pictures of this match."""
    ec = options.recorded(reel.header.given, reel.header.tags)
    return Plate(reel.header.title, frames.by_letter(reel.names), ec, named)


def instead(reel: Reel, event: int, move: str, eye: seats.Eye, aid: optional.Aid) -> wire.Instead:
    """What would have come of another move: in a joint decision the other seat's stays as it was. Raises Problem."""
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
    beats = [frames.beat(one, people) for one in told(before, after, answers, eye)]
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
