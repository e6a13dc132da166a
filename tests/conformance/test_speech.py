"""All that a match tells comes from the catalogue: told in a language that puts brackets around every text, no word stands outside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

import pytest

from deathmatch.core.aids import aids_of, picture
from deathmatch.core.errors import Refusal
from deathmatch.core.game import AnyGame, Ask, CautiousDecision, Deals, Decision, ExplainingDecision, Step, Timeout, Variant
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from tests.conformance.cases import VARIANTS, Case, stepwise
from tests.pseudo import bare, pseudo

PICTURES = 24  # of a match, spread over it; each for another eye
GARBAGE = ("", "nonsense", "7", "a b c d e f", "score", "none", "A1", "white", "guess x", "(", "?", "timeout")
PREFIXES = 4  # longest walk through a composition

SPEAKING = ("even-groups", "five-card-trick", "tile-joust", "letter-hunt", "guidance-rite")
own = [variant for variant in VARIANTS if variant.game in SPEAKING]
each_variant = pytest.mark.parametrize("variant", own, ids=lambda variant: variant.id)


def painted(scene: Scene) -> Iterator[str]:
    """The title, the labels and the texts of a picture."""
    yield scene.title
    for element in scene.elements:
        yield element.label
        yield from (unescape(found) for found in re.findall(r"<text[^>]*>([^<]*)<", element.svg))
    yield from (unescape(found) for found in re.findall(r"<text[^>]*>([^<]*)<", scene.signs))


def refused(decision: Any, texts: Sequence[str]) -> Iterator[str]:
    """What is said about texts that are no moves, or illegal ones."""
    for text in texts:
        try:
            decision.check(decision.read(text))
        except Refusal as refusal:
            yield refusal.reason


def composed(decision: Decision[Any], slots: Sequence[str], source: HmacSource) -> Iterator[str]:
    """The words on one random way through a composition, and why some places cannot be chosen."""
    prefix: tuple[str, ...] = ()
    for _ in range(PREFIXES):
        step = decision.compose(prefix)
        yield from of_step(step)
        if isinstance(decision, ExplainingDecision) and slots:
            why = decision.why_not(prefix, source.choice(slots))
            if why is not None:
                yield why.reason
        tokens = [choice.token for choice in step.choices]
        if step.number is not None:
            tokens.append(str(step.number.low))
        if not tokens:
            break
        prefix = (*prefix, source.choice(tokens))
    try:
        decision.compose(("nowhere",))
    except Refusal as refusal:
        yield refusal.reason


def of_step(step: Step) -> Iterator[str]:
    yield step.prompt
    yield step.warning
    for choice in step.choices:
        yield choice.label
        yield choice.note


def told(case: Case) -> Iterator[str]:
    """Everything that a random match tells anybody."""
    game, source = case.game, HmacSource(b"speech", case.id)
    steps = list(stepwise(case))
    every = max(1, len(steps) // PICTURES)
    eyes = list(game.eyes())
    slots: tuple[str, ...] = ()
    for number, (step, then) in enumerate(zip(steps, [*steps[1:], None], strict=True)):
        if number % every == 0 or then is None:
            eye = eyes[number // every % len(eyes)]
            view = game.view(step.state, eye)
            for aid in aids_of(game):
                scene = picture(game, view, (Seat.A,) if step.turn and Seat.A in step.turn else (), aid)
                yield from painted(scene)
            slots = scene.slots()
            yield from asked(game, step.state, slots, source, step.turn or {})
        if then is not None:
            for eye in eyes:
                for beat in game.narrate(game.view(step.state, eye), game.view(then.state, eye)):
                    yield beat.words
                    yield beat.heading
                    if beat.view is not None and number % every == 0:
                        yield from painted(game.picture(beat.view))


def asked(game: AnyGame, state: Any, slots: Sequence[str], source: HmacSource, turn: Any) -> Iterator[str]:
    """The words of the questions that a state asks, and of their refusals."""
    pending = game.pending(state)
    if isinstance(pending, Deals):
        yield from refused(pending.chance, (*GARBAGE, pending.chance.name))
    if isinstance(pending, Ask):
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            yield decision.words
            yield from decision.clock.stages
            yield from composed(decision, slots, source)
            yield from refused(decision, GARBAGE)
            move = turn.get(seat)
            if isinstance(decision, CautiousDecision) and move is not None and not isinstance(move, Timeout):
                yield decision.caution(move)


@each_variant
def test_a_match_tells_nothing_past_the_catalogue(variant: Variant) -> None:
    with pseudo() as language:
        outside = {words: found for words in told(Case(variant.id, ())) if (found := bare(words))}
    assert not outside
    assert not language.pasted
