"""Leaks, found with twin matches. Twins differ in one hidden choice or deal; an eye that has not learned it must get the same from both.

The public and private state and the notation of the beats say all that an eye has learned. If these are the same in both twins, the eye
must not be able to tell the twins apart by anything else: its view, its picture, words, the number of its moves, refusals.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deathmatch.core.errors import Refusal
from deathmatch.core.game import TIMEOUT, AnyGame, Deals
from deathmatch.core.seats import PUBLIC, SEATS, Eye, Seat
from deathmatch.judging import faults, matches
from deathmatch.match.dealer import HmacSource
from deathmatch.match.position import DEAL, Position, answering, legal_counts, look, private_state, public_state

AHEAD = 6  # steps that twins go on together
TRIES = 10  # for another choice, and for a step that is possible in both twins
WRONG = ("?", "timeout", "no such move", "x" * 500)
ADVICE = "Make views without a place for what this eye has not learned, and everything else from the view alone."


def leaks(moment: matches.Moment) -> Iterator[faults.Fault]:
    """Faults by which an eye learns a choice or a deal that its state does not show: while it waits sealed, and after it was played."""
    if moment.line:
        return  # the host knows all, and says what others learn
    here = moment.position
    source = HmacSource(b"twins", f"{moment.number}")
    for hider in moment.turn or (DEAL,):
        if hider is not DEAL and moment.turn[Seat(hider)] is TIMEOUT:
            continue  # everybody learns of a time-out
        twin = _other(moment, hider, source)
        if twin is None:
            continue
        own, what = moment.events[list(moment.turn or (DEAL,)).index(hider)].split(" ", 1)[1], "deal" if hider is DEAL else "choice"
        pair = [here.accept(hider, text)[0] for text in (own, twin)]
        eyes: list[Eye] = [eye for eye in (*SEATS, PUBLIC) if eye != hider]  # the state of a numbered onlooker is in no book
        previous = [here, here]
        for _ in range(AHEAD):
            eyes = [eye for eye in eyes if _learned(pair[0], previous[0], eye) == _learned(pair[1], previous[1], eye)]
            for eye in eyes:
                yield from _told(moment.game, pair, previous, eye, f"a hidden {what}", f"{hider}: {own} or {twin}")
            after = _together(pair, source)
            if not eyes or after is None:
                break
            previous, pair = pair, after


def _other(moment: matches.Moment, hider: str, source: HmacSource) -> str | None:
    """The text of another choice or deal that was possible; None if none was found."""
    asked: Any = moment.pending.chance if hider is DEAL else moment.decisions[Seat(hider)]
    done = asked.write(moment.deal if hider is DEAL else moment.turn[Seat(hider)])
    texts = (asked.write(asked.sample(source)) for _ in range(TRIES))
    return next((text for text in texts if text != done), None)


def _learned(position: Position, before: Position, eye: Eye) -> Any:
    """All that a game says that this eye has learned now."""
    notations = [beat.notation for beat in position.game.narrate(before.view(eye), position.view(eye))]
    return notations, public_state(position, eye), private_state(position, eye) if isinstance(eye, Seat) else None


def _told(game: AnyGame, pair: list[Position], previous: list[Position], eye: Eye, what: str, seen: str) -> Iterator[faults.Fault]:
    """The ways by which an eye can tell the twins apart."""
    kind = "a seat" if isinstance(eye, Seat) else "the public"
    ways = [_known(game, position, before, eye) for position, before in zip(pair, previous, strict=True)]
    for way, blame in (("view", game.view), ("beats", game.narrate), ("picture", game.picture), ("decision", game.decision)):
        if ways[0][way] != ways[1][way]:
            yield faults.Fault(f"{way} tells {kind} of {what}, which its state does not show", f"{eye} of {seen}", blame, ADVICE)
            return  # the others follow from it


def _known(game: AnyGame, position: Position, before: Position, eye: Eye) -> dict[str, Any]:
    """All that an eye gets, in full. The game is asked again, so that a value kept from an earlier call hides nothing."""
    view, earlier = game.view(position.state, eye), game.view(before.state, eye)
    told = game.narrate(earlier, view) if before.state != position.state else ()
    found: dict[str, Any] = {"view": (repr(view), view), "beats": repr(told), "picture": repr(game.picture(view, position.waiting))}
    found["decision"] = (repr(look(position, eye)), legal_counts(position).get(str(eye)))
    if eye in position.owing:
        decision = game.decision(view)
        found["decision"] += (repr(decision.compose(())), [_answer(decision, text) for text in WRONG])
    return found


def _answer(decision: Any, text: str) -> str:
    try:
        return repr(decision.check(decision.read(text)))
    except Refusal as refusal:
        return str(refusal)


def _together(pair: list[Position], source: HmacSource) -> list[Position] | None:
    """Both twins after the same event; None if none was found that is possible in both."""
    one, other = pair
    if type(one.pending) is not type(other.pending) or one.actors != other.actors or not one.actors:
        return None
    for _ in range(TRIES):
        asked: Any = one.pending.chance if isinstance(one.pending, Deals) else one.decision(answering(one.actors[0]))
        text = asked.write(asked.sample(source))
        try:
            after = [position.accept(one.actors[0], text)[0] for position in pair]
        except Refusal:
            continue
        return after
    return None
