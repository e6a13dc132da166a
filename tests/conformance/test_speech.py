"""All that a match tells comes from the catalogue: told in a language that puts brackets around every text, no word stands outside."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from deathmatch import games
from deathmatch.core.errors import Refusal
from deathmatch.core.game import AnyGame, Ask, CautiousDecision, Deals, Decision, ExplainingDecision, Step, Timeout, Variant
from deathmatch.core.optional import TellingDecision, aids_of, picture
from deathmatch.core.scene import Scene
from deathmatch.core.seats import Seat
from deathmatch.match.dealer import HmacSource
from tests.conformance.cases import VARIANTS, Case, stepwise
from tests.pseudo import bare, pseudo, speaks

pytestmark = pytest.mark.one_variant

PICTURES = 24  # of a match, spread over it; each for another eye
GARBAGE = ("", "nonsense", "7", "a b c d e f", "score", "none", "A1", "white", "guess x", "(", "?", "timeout")
PREFIXES = 4  # longest walk through a composition


own = [variant for variant in VARIANTS if speaks(variant.game)]
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


def told(case: Case, typed: bool = True) -> Iterator[str]:
    """Everything that a random match tells anybody; unless `typed`, without the answers to what is typed in notation."""
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
            yield from asked(game, step.state, slots, source, step.turn or {}, typed)
        if then is not None:
            for eye in eyes:
                for beat in game.narrate(game.view(step.state, eye), game.view(then.state, eye)):
                    yield beat.words
                    yield beat.heading
                    if beat.view is not None and number % every == 0:
                        yield from painted(game.picture(beat.view))


def asked(game: AnyGame, state: Any, slots: Sequence[str], source: HmacSource, turn: Any, typed: bool) -> Iterator[str]:
    """The words of the questions that a state asks, and of their refusals."""
    pending = game.pending(state)
    if isinstance(pending, Deals) and typed:
        yield from refused(pending.chance, (*GARBAGE, pending.chance.name))
    if isinstance(pending, Ask):
        for seat in pending.seats:
            decision = game.decision(game.view(state, seat))
            yield decision.words
            yield from decision.clock.stages
            yield from composed(decision, slots, source)
            if typed:
                yield from refused(decision, GARBAGE)
            move = turn.get(seat)
            if move is None or isinstance(move, Timeout):
                continue
            if isinstance(decision, CautiousDecision):
                yield decision.caution(move)
            if isinstance(decision, TellingDecision):
                yield decision.told(move)
            if not typed:
                continue
            text = decision.write(move)
            yield from refused(decision, [text[: len(text) * part // 4] for part in range(1, 4)])
            yield from refused(decision, (f"{text} {text}", f"{text} ?"))


@each_variant
def test_a_match_tells_nothing_past_the_catalogue(variant: Variant) -> None:
    with pseudo() as language:
        outside = {words: found for words in told(Case(variant.id, ())) if (found := bare(words))}
    assert not outside
    assert not language.pasted
    assert {text for text in language.asked if bare(text)} <= marked(), "a text that is said by a name is marked where it is written"


NOTATION = re.compile(r"(?:\b[A-Za-z]\d|\b\d+[A-Za-z])[\w/*]*|\w+:\w+|\d+\*")
"""Letters and digits in one word, and what else only a record writes."""

ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")


@each_variant
def test_no_sentence_holds_notation_that_no_picture_shows(variant: Variant) -> None:
    """Cells are places of the picture, and what stands on a tile is in its label: all else is said in words."""
    case = Case(variant.id, ())
    scenes = [case.game.picture(case.game.view(step.state, eye)) for step in stepwise(case) for eye in (Seat.A, Seat.B)]
    shown = {part for scene in scenes for slot in scene.slots() for part in slot.split("-")}
    written = (found for scene in scenes for element in scene.elements for found in re.findall(r"<text[^>]*>([^<]*)<", element.svg))
    shown |= {word.lower() for texts in written for word in unescape(texts).split()}
    found = {(token, words) for words in told(case, typed=False) for token in NOTATION.findall(words)}
    assert not {(token, words) for token, words in found if token.lower() not in shown and not ORDINAL.fullmatch(token)}


@pytest.mark.parametrize("game", sorted({variant.game for variant in own if not variant.hosted}))
def test_a_legend_finds_its_sentences_and_labels_in_every_language(game: str) -> None:
    legend = games.legend(game)
    assert legend is not None
    parts = [*legend.happened, *(thing.has for thing in legend.things)]
    assert not [part for part in parts if not any(part in text for text in marked())], (
        "no sentence or label has this part between its names"
    )


# --- In the code: words that go where people read them


READ: Mapping[str, tuple[tuple[int, ...], frozenset[str]]] = {
    "Illegal": ((0,), frozenset()),
    "Malformed": ((0,), frozenset()),
    "LateError": ((0,), frozenset()),
    "OptionError": ((0,), frozenset()),
    "RecordError": ((1,), frozenset()),
    "Beat": ((0, 3), frozenset({"words", "heading"})),
    "Step": ((0,), frozenset({"prompt", "warning"})),
    "Choice": ((1, 3), frozenset({"label", "note"})),
    "Clock": ((), frozenset({"stages"})),
    "Element": ((2,), frozenset({"label"})),
    "Scene": ((2,), frozenset({"title"})),
    "text": ((0,), frozenset()),
    "pill": ((0,), frozenset()),
    "Option": ((3,), frozenset({"words"})),
    "switch": ((2,), frozenset()),
    "time_limit": ((2,), frozenset()),
    "Variant": ((), frozenset({"title", "words", "differs", "reasons"})),
    "Showcase": ((0,), frozenset({"words"})),
    "Remark": ((3,), frozenset({"words"})),
    "BetterMove": ((2,), frozenset({"words"})),
    "Chart": ((0,), frozenset({"caption"})),
    "Review": ((0,), frozenset()),
}
"""Calls with arguments that people read: their places, and their names."""

ASIDE = ("/fast", "/bot", "/solver", "/extra/whole.py", "/extra/response.py", "/puzzling.py")  # they speak to a terminal, or to nobody


@cache
def sources() -> Mapping[str, ast.Module]:
    """The files with words that a match tells, parsed."""
    root = Path(games.__file__).parent.parent
    paths = [path for folder in ("core", "match", "games") for path in sorted((root / folder).rglob("*.py"))]
    return {
        path.relative_to(root).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in paths
        if not any(part in path.as_posix() for part in ASIDE)
    }


@cache
def marked() -> frozenset[str]:
    """Every text that the catalogue's tool finds in them."""
    calls = (node for tree in sources().values() for node in ast.walk(tree) if isinstance(node, ast.Call))
    spoken = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("say", "count", "mark"))
    return frozenset(str(one.value) for call in spoken for one in call.args[:2] if isinstance(one, ast.Constant))


def written(node: ast.AST) -> Iterator[str]:
    """The words of an expression that come from no catalogue."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from bare(node.value)
    elif not isinstance(node, ast.Call | ast.FormattedValue | ast.Compare | ast.Subscript):
        for child in node.values if isinstance(node, ast.Dict) else ast.iter_child_nodes(node):
            yield from written(child)


def unsaid(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the words of every text that goes to a reader and not through the catalogue."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in READ:
            places, names = READ[node.func.id]
            given = [one for place, one in enumerate(node.args) if place in places]
            for one in (*given, *(keyword.value for keyword in node.keywords if keyword.arg in names)):
                if words := list(written(one)):
                    yield node.lineno, " ".join(words)


def test_words_that_people_read_go_through_the_catalogue() -> None:
    found = {f"{path}:{line}": words for path, tree in sources().items() for line, words in unsaid(tree)}
    assert not found


def test_a_text_that_bypasses_the_catalogue_is_noticed() -> None:
    code = 'raise Illegal(f"there is no {name}" if name else say("nothing"), R1)\nBeat(say("fine"), heading="not fine")\ntext("A", 0, 0)\n'
    assert list(unsaid(ast.parse(code))) == [(1, "there is no"), (2, "not fine")]
