"""What every game owes the shells that play it (`core/game.py`), as checks of one moment of a random match. Each gives faults."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable, Iterator
from string import Formatter
from time import thread_time
from typing import Any, TypeAlias

from deathmatch.core.errors import Malformed, Refusal
from deathmatch.core.game import TIMEOUT, Ask, Choice, Deals, Decision, HostLine, Over, Step
from deathmatch.core.seats import HOST, PUBLIC, SEATS, Seat
from deathmatch.judging.faults import Fault
from deathmatch.judging.matches import Moment
from deathmatch.match.dealer import HmacSource

Check: TypeAlias = Callable[[Moment], Iterator[Fault]]

UNREADABLE = ("?", "no-such-thing!", "\u0661 \u2212", "{A}", "x" * 2000)
SHARED = {"pending", "decision", "over", "winner", "reason", "seat", "submitted"}  # the referee's fields
PREFIXES = 2_000  # of one decision; where there are more, they stand for all
WAYS = 200  # prefixes of a decision with more moves than that, on random ways down
SPELT = 100  # moves of a decision, or its prefixes, that are looked at one by one
NUMBERS = 100  # values of a range that are all tried
LIMIT_MS = 5.0  # of each call on a server's event loop (core/game.py)
ADDRESS = re.compile(r" at 0x[0-9a-f]+>")


# --- Values


def values(moment: Moment) -> Iterator[Fault]:
    """States, moves, deals, views and decisions are frozen, hashable, equal to a copy from another process, and print no address."""
    game, state = moment.game, moment.state
    made = [("state", state), ("deal", moment.deal), *(("move", move) for move in moment.turn.values())]
    made += [("view", game.view(state, eye)) for eye in game.eyes()]
    for what, value in made:
        advice = "Make its class a frozen dataclass of tuples, numbers and words."
        copy = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes
        try:
            same = copy == value and hash(copy) == hash(value) and not ADDRESS.search(repr(value))
        except TypeError as error:
            yield Fault(f"a {what} cannot be hashed", str(error), type(value), advice)
            continue
        if not same or not getattr(getattr(type(value), "__dataclass_params__", None), "frozen", True):
            yield Fault(f"a {what} can be changed, is not equal to its copy, or prints its address", "", type(value), advice)
    if type(state) is type(game.view(state, PUBLIC)):
        yield Fault("a view has the type of the state", "", game.view, "Give the view a class without a place for another's secret.")
    for seat, decision in moment.decisions.items():
        again = game.decision(game.view(state, seat))
        if decision != again or repr(decision) != repr(again) or ADDRESS.search(repr(decision)):
            yield Fault(
                "a decision is not equal to the next one of the same view", "", type(decision), "Make its class a frozen dataclass."
            )


def purity(moment: Moment) -> Iterator[Fault]:
    """Playing changes no earlier state, gives the same result again, and does not mind the order of a turn."""
    game, before = moment.game, pickle.dumps(moment.state)
    if moment.turn:
        after = [game.play(moment.state, turn) for turn in (moment.turn, dict(reversed(list(moment.turn.items()))))]
    else:
        actor, _, text = moment.events[0].partition(" ")
        after = [moment.position.accept(actor, text)[0].state]
    if any(state != moment.after for state in after):
        yield Fault("the same turn or deal, in the same or the other order, leads to another state", "; ".join(moment.events), game.play)
    if pickle.dumps(moment.state) != before:
        yield Fault("a state is changed by the next event", "", game.play, "Use `dataclasses.replace`.")


def ends(moment: Moment) -> Iterator[Fault]:
    """Everybody may give up and run out of time in every state; the reason of an end is declared."""
    game, reasons = moment.game, moment.variant.reasons
    for seat in SEATS:
        if game.pending(game.resign(moment.state, seat)) != Over(seat.other, "resign") or "resign" not in reasons:
            yield Fault("resigning does not end the match for the other seat, or `reasons` has no `resign`", str(seat), game.resign)
    late = [moment.turn, *({seat: TIMEOUT} for seat in moment.turn)] if moment.turn else []
    outcomes = [game.pending(moment.after)]
    outcomes += [game.pending(game.play(moment.state, {**moment.turn, **dict.fromkeys(seats, TIMEOUT)})) for seats in late]
    for outcome in outcomes:
        if not isinstance(outcome, Ask | Deals | HostLine | Over):
            yield Fault("a state waits for nothing", repr(outcome), game.pending, "`pending` returns Ask, Deals, HostLine or Over.")
        elif isinstance(outcome, Over) and outcome.reason not in reasons:
            advice = f'Add "{outcome.reason}" to `reasons`; declared are {", ".join(reasons)}.'
            yield Fault(f"the match ends for the reason {outcome.reason}, which is not declared", "", game.play, advice)


def fields(moment: Moment) -> Iterator[Fault]:
    """Public and private state are JSON, and a seat has the public one of all."""
    game = moment.game
    views = {eye: game.view(moment.after, eye) for eye in game.eyes()}
    public = game.public(views[PUBLIC])
    for eye, view in views.items():
        shown = {game.public: game.public(view)} | ({game.private: game.private(view)} if isinstance(eye, Seat) else {})
        for method, found in shown.items():
            if json.loads(json.dumps(found)) != found:
                yield Fault("a field is not what JSON gives back", str(found), method, "Use texts, numbers, lists and mappings of texts.")
            if taken := SHARED & found.keys():
                yield Fault("a field is one of the referee's", ", ".join(taken), method)
        if eye in SEATS and shown[game.public] != public:
            yield Fault("the public state is another one for a seat", str(eye), game.public)


# --- Decisions


def owed(moment: Moment) -> Iterator[Fault]:
    """Only an eye that owes a submission has a decision; it has words, and clocks that are options."""
    game, clocks = moment.game, [option.key for option in moment.variant.options if option.clock]
    for eye in game.eyes():
        try:
            decision = game.decision(game.view(moment.state, eye))
        except ValueError:
            continue
        if eye == HOST and moment.line:
            continue
        if eye not in moment.turn:
            yield Fault("an eye that owes nothing gets a decision", str(eye), game.decision, "Call `asked_seat(view.eye, ...)` first.")
        elif not decision.words or not (decision.clock.times or decision.clock.seconds):
            yield Fault("a decision has no words, or no clock", "", type(decision))
        elif wrong := set(decision.clock.times) - set(clocks):
            advice = f"The time options are {', '.join(clocks)}."
            yield Fault(f"the clock {min(wrong)!r} is no time option", "", type(decision), advice)


def moves(moment: Moment) -> Iterator[Fault]:
    """`moves` lists what `check` accepts and `count` counts; samples are legal; other moves are refused by a rule of the book."""
    for decision in moment.decisions.values():
        listed, count = decision.moves(), decision.count()
        samples = [decision.sample(HmacSource(b"sample", str(number))) for number in range(20)]
        legal = samples if listed is None else list(listed)
        if listed is not None and (not legal or len(set(legal)) != len(legal) or len(legal) != count):
            yield Fault("`count` is not the number of the moves that `moves` lists, each once", f"{count}, {len(legal)}", decision.moves)
        if count != 1 and len(set(samples)) == 1:
            yield Fault("20 samples are the same move", str(samples[0]), decision.sample)
        if samples != [decision.sample(HmacSource(b"sample", str(number))) for number in range(20)]:
            yield Fault("`sample` uses other chance than its source", "", decision.sample)
        for move in dict.fromkeys((*legal[:: max(1, len(legal) // SPELT)], *samples)):
            if (refusal := _refused(decision, move)) is not None:
                yield Fault("`check` refuses a move that `moves` lists or `sample` gives", f"{move}: {refusal}", decision.check)
        known = moment.known.setdefault(moment.pending.name, {})
        others = sorted(known.keys() - set(legal), key=str) if listed is not None else []
        for move in others[:: max(1, len(others) // SPELT)]:
            if (refusal := _refused(decision, move)) is None:
                yield Fault("`check` accepts a move that `moves` does not list", str(move), decision.check)
            elif refusal.rule.book != moment.variant.game:
                yield Fault("a refusal cites no rule of the game's book", str(refusal), decision.check)
        known.update(dict.fromkeys(legal[:SPELT]))


def _refused(decision: Decision[Any], move: Any) -> Refusal | None:
    try:
        decision.check(move)
    except Refusal as refusal:
        return refusal
    return None


def texts(moment: Moment) -> Iterator[Fault]:
    """Canonical text reads back, in any letter case and spacing. An unreadable text is malformed, and the error names a place in it."""
    for decision in moment.decisions.values():
        legal = list(decision.moves() or [decision.sample(HmacSource(b"text", str(number))) for number in range(20)])
        for move in legal[:: max(1, len(legal) // SPELT)]:
            text = decision.write(move)
            if text != " ".join(text.split()):
                yield Fault("canonical text has single spaces", repr(text), decision.write)
            quoted = '"' in text  # people's own words stay as they are
            for spelling in (text, *(() if quoted else (text.lower(), text.upper(), f" \t{text.replace(' ', '  ')} "))):
                if (again := _read(decision, spelling)) != move:
                    yield Fault("a text is not read back in every letter case and spacing", f"{spelling!r}: {again}", decision.read)
        yield from _unreadable(decision, moment.variant.game)


def _read(reader: Any, text: str) -> Any:
    """The move or the deal that a text names, or the refusal."""
    try:
        return reader.read(text)
    except Refusal as refusal:
        return refusal


def _unreadable(reader: Any, book: str) -> Iterator[Fault]:
    for wrong in UNREADABLE:
        error = _read(reader, wrong)
        if not isinstance(error, Malformed):
            yield Fault("a text that is no answer is read as one", repr(wrong[:20]), reader.read)
        elif error.rule.book != book or not 0 <= error.position <= len(wrong):
            yield Fault("an answer that cannot be read cites no rule of the book, or no place in the text", str(error), reader.read)


def deals(moment: Moment) -> Iterator[Fault]:
    """A deal is legal and its text, which begins with its keyword, reads back."""
    if moment.turn or moment.line:
        return
    chance, deal = moment.pending.chance, moment.deal
    if not moment.variant.deals:
        yield Fault("chance deals, and the variant does not say so", chance.name, moment.game.pending, "Write `deals=True` in the variant.")
    text = chance.write(deal)
    if text.split()[:1] != [chance.name]:
        yield Fault("the text of a deal does not begin with its keyword", f"{text!r}, {chance.name}", chance.write)
    elif any(_read(chance, spelling) != deal for spelling in (text, text.upper())):
        yield Fault("the text of a deal is not read back", text, chance.read)
    if not isinstance(chance.by_hand, bool):
        yield Fault("`by_hand` says whether a host may make the deal", "", type(chance))
    chance.check(deal)
    yield from _unreadable(chance, moment.variant.game)
    if (listed := chance.deals()) is not None and len(set(listed)) != chance.count():
        yield Fault("`count` is not the number of the deals that `deals` lists", str(chance.count()), chance.count)


# --- Composing


def tokens(step: Step) -> list[str]:
    """The tokens that may come next. A long range gives its ends and its quick values."""
    offered = [choice.token for choice in step.choices]
    if step.number is not None:
        low, high = step.number.low, step.number.high
        offered += [str(value) for value in (range(low, high + 1) if high - low < NUMBERS else {low, high, *step.number.quick})]
    return offered


def prefixes(decision: Decision[Any], most: int = PREFIXES) -> Iterator[tuple[tuple[str, ...], Step]]:
    """Prefixes with their steps; of those that say the same in another order and stand at the same step, one goes on.

    If the decision has more than `most` moves, the prefixes lie on random ways down.
    """
    if (decision.count() or 0) > most:
        source = HmacSource(b"compose", "ways")
        way: tuple[str, ...] = ()
        for _ in range(WAYS):
            step = decision.compose(way)
            yield way, step
            way = (*way, source.choice(tokens(step))) if tokens(step) else ()
        return
    waiting: list[tuple[str, ...]] = [()]
    gone_on: set[tuple[tuple[str, ...], Step]] = set()
    for _ in range(most):
        if not waiting:
            return
        prefix = waiting.pop()
        step = decision.compose(prefix)
        yield prefix, step
        place = tuple(sorted(prefix)), step
        if place not in gone_on:
            gone_on.add(place)
            waiting += [(*prefix, token) for token in tokens(step)]


def composing(moment: Moment, most: int = PREFIXES) -> Iterator[Fault]:
    """Composing gives only legal moves and reaches each of them, and the choices of a step differ."""
    for seat, decision in moment.decisions.items():
        try:
            yield from _composed(moment, seat, decision, most)
        except Refusal as refusal:
            yield Fault("`compose` refuses a token that it offered, or finishes a text that cannot be read", str(refusal), decision.compose)
        try:
            decision.compose(("no-such-token",))
        except Malformed:
            continue
        yield Fault("`compose` takes a token that it did not offer", "no-such-token", decision.compose)


def _composed(moment: Moment, seat: Seat, decision: Decision[Any], most: int) -> Iterator[Fault]:
    """Faults of all steps of one decision, or of many."""
    view, compose = moment.game.view(moment.state, seat), decision.compose
    slots = {element.slot for element in moment.game.picture(view).elements}
    again = moment.game.decision(pickle.loads(pickle.dumps(view)))  # noqa: S301 - our own bytes
    finished, walked = set[str](), 0
    for walked, (prefix, step) in enumerate(prefixes(decision, most), 1):
        shown = " ".join(prefix) or "the first step"
        if not step.prompt or not (step.whole is not None or tokens(step) or step.word or step.text):
            yield Fault("a step has no prompt, or leads nowhere", shown, compose)
        if step.whole is not None:
            finished.add(step.whole)
            move = decision.read(step.whole)
            if (refusal := _refused(decision, move)) or decision.write(move) != step.whole:
                yield Fault("a text that `compose` finishes is no legal move, or is not canonical", f"{step.whole}: {refusal}", compose)
        new = {choice.slot for choice in step.choices} - slots - {None} and step.view is not None  # what the step itself shows
        here = {element.slot for element in moment.game.picture(step.view).elements} if new else slots
        yield from _apart(step.choices, here, shown, compose)
        if walked <= SPELT and again.compose(prefix) != step:
            yield Fault("a step depends on more than the view", shown, compose)
    all_walked = walked < most and (decision.count() or 0) <= most
    if missing := {decision.write(move) for move in (decision.moves() or ())} - finished if all_walked else ():
        yield Fault("a legal move cannot be composed", min(missing), compose)


def _apart(choices: tuple[Choice, ...], slots: set[str], shown: str, compose: Any) -> Iterator[Fault]:
    """Faults of the choices of one step."""
    for what in ("token", "label", "key", "slot"):
        found = [getattr(choice, what) for choice in choices if getattr(choice, what)]
        if len(set(found)) != len(found):
            yield Fault(f"two choices of a step have the same {what}", f"{shown}: {max(found, key=found.count)}", compose)
    for choice in choices:
        if not re.fullmatch(r"\S+", choice.token) or not re.fullmatch(r"[a-z0-9]?", choice.key):
            yield Fault("a token is one word, and a key one lower-case letter or digit", f"{choice.token!r}, {choice.key!r}", compose)
        if choice.slot is not None and choice.slot not in slots:
            yield Fault("a choice names a slot that the picture does not have", choice.slot, compose)


# --- Words and time


def beats(moment: Moment) -> Iterator[Fault]:
    """Beats are sentences about a step, with its events as notation. If nothing happened, there are none."""
    game, played = moment.game, set(moment.events)
    for eye in game.eyes():
        before, after = game.view(moment.state, eye), game.view(moment.after, eye)
        told = game.narrate(before, after)
        if not told and eye not in SEATS and moment.turn:
            yield Fault("a turn has no beat", str(eye), game.narrate)
        for beat in told:
            names = {name for _, name, _, _ in Formatter().parse(beat.words) if name is not None}
            if not names <= {"A", "B"} or not re.search(r"[.!?]$", beat.words.format(A="Ann", B="Bob")):
                yield Fault("a beat is no sentence, or names more than {A} and {B}", beat.words, game.narrate)
            if beat.notation and beat.notation not in played:
                yield Fault("the notation of a beat is no event of its step", f"{beat.notation!r}, not {played}", game.narrate)
        if game.narrate(after, after):
            yield Fault("`narrate` gives beats although nothing happened", str(eye), game.narrate)
        for seat in SEATS:
            over = game.narrate(before, game.view(game.resign(moment.state, seat), eye))
            if [beat.notation for beat in over if beat.notation] != [f"{seat} resign"]:
                yield Fault("a resignation is not told", str(eye), game.narrate)


def costs(moment: Moment) -> Iterator[Fault]:
    """Each call that a server makes between everybody else's takes at most 5 ms, the second time at the latest."""
    game, state = moment.game, moment.state
    calls: list[tuple[Any, tuple[Any, ...]]] = [(game.pending, (state,))]
    calls += [(game.play, (state, moment.turn))] if moment.turn else []
    for eye in game.eyes():
        view = game.view(state, eye)
        calls += [(game.view, (state, eye)), (game.public, (view,)), (game.picture, (view,))]
        calls.append((game.narrate, (view, game.view(moment.after, eye))))
    for seat, decision in moment.decisions.items():
        calls += [(game.decision, (game.view(state, seat),)), (decision.compose, ((),))]
    for call, given in calls:
        if min(took(call, *given) for _ in range(3)) > LIMIT_MS:
            yield Fault(f"`{call.__name__}` takes more than {LIMIT_MS:g} ms", "", call, "Other tables wait meanwhile.", warning=True)


def took(call: Any, *given: Any) -> float:
    """The time of a call, in ms of one core."""
    start = thread_time()
    call(*given)
    return (thread_time() - start) * 1000


EVERYWHERE: tuple[Check, ...] = (values, purity, ends, fields, deals, owed)
"""Checks of every step of a match."""

ASKED: tuple[Check, ...] = (moves, texts, composing, beats, costs)
"""Checks of some of the moments at which seats are asked."""
