"""The last event as one eye knows it, in words. No beat has notation: who leads a table by buttons, or answers by them, reads none."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import Beat
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.simple import resignation
from deathmatch.core.speech import called, count, listed, mark, name, say, voiced
from deathmatch.games.free_table import notation, values
from deathmatch.games.free_table.values import LATE, View

ANSWERS = mark("Your answer: {answer}."), mark("{player} answers: {answer}.")
"""An answer, as its player reads it and as others do; marked (`core/speech.py`)."""


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if after.open.number == before.open.number:
        return ()
    beats = _beats(after)
    return [*beats[:-1], Beat(beats[-1].words, beats[-1].notation, after, beats[-1].heading)] if beats else ()


def _beats(view: View) -> list[Beat[View]]:
    match view.news:
        case None:
            late = (view.eye, say("Time is up: chance answers for you.")) if isinstance(view.eye, Seat) else None
            return [Beat(say("Time is up: chance answers."), late=late)]
        case values.Resigned():
            found = resignation(view.outcome)
            return [Beat(*found)] if found is not None else []
        case values.Answered(seats, answers):
            return [_answer(seat, answers[seat]) for seat in seats]
        case values.Showed(seats, answers):
            texts = mark("You answered: {answer}."), mark("{player} answered: {answer}.")
            shows = [voiced(seat, *texts, answer=_words(answers[seat])) for seat in seats]
            return [Beat(say("The host shows: {answers}", answers=" ".join(shows)))]
        case values.Dealt():
            return [Beat(_dealt(view.news))]
        case values.Taken():
            return [Beat(_taken(view.news))]
        case values.Told(seat, words):
            return [Beat(_told(seat, words))]
        case values.Thrown(side, sides):
            words = say("A throw with {sides} sides: {side}.", sides=sides, side=side)
            return [Beat(words)]
        case line:
            return [_line(view, line)]


def _words(answer: str | None) -> str:
    if answer is None:
        return say("a secret")
    return say("nothing, too late") if answer == LATE else notation.escaped(notation.shown(answer))


def _answer(seat: Seat, answer: str | None) -> Beat[View]:
    if answer is None:
        return Beat(say("{player} has answered in secret.", player=name(seat)))
    if answer == LATE:
        words = voiced(seat, mark("You are too late: no answer."), mark("{player} is too late: no answer."))
        return Beat(words, late=(seat, words))
    return Beat(voiced(seat, *ANSWERS, answer=_words(answer)))


def _cards(cards: Sequence[str]) -> str:
    return ", ".join(cards)


def _known(cards: Sequence[str] | None, number: int) -> str:
    """The cards, or for an eye that does not know them, how many they are."""
    return count("{number} card", "{number} cards", number) if cards is None else _cards(cards) or say("nothing")


def _dealt(dealt: values.Dealt) -> str:
    parts = []
    for seat in SEATS:
        if dealt.counts[seat]:
            mine, theirs = mark("you get {cards}"), mark("{player} gets {cards}")
            parts.append(voiced(seat, mine, theirs, cards=_known(dealt.cards[seat], dealt.counts[seat])))
    if dealt.open:
        parts.append(say("face up: {cards}", cards=_cards(dealt.open)))
    return say("The table deals: {parts}.", parts="; ".join(parts) or say("nothing"))


def _taken(taken: values.Taken) -> str:
    parts = []
    for seat in taken.seats:
        mine, theirs = mark("{cards} of yours"), mark("{cards} of {player}")
        parts.append(voiced(seat, mine, theirs, cards=_known(taken.cards[seat], taken.counts[seat])))
    return say("The host takes {cards}.", cards=listed(parts))


def _told(seat: Seat, words: str | None) -> str:
    if words is None:
        return say("The host says something to {player} alone.", player=name(seat))
    mine, theirs = mark("The host says to you alone: {words}"), mark("The host says to {player} alone: {words}")
    return voiced(seat, mine, theirs, words=_sentence(words))


def _sentence(words: str) -> str:
    """The host's words, as a sentence ends."""
    return (notation.escaped(words) if words[-1:] in (".", "!", "?") else f"{notation.escaped(words)}.") if words else "..."


def _line(view: View, line: values.News) -> Beat[View]:
    """A line that everybody may know."""
    match line:
        case values.Ask(question):
            seat, *both = question.seats
            if both:
                words = say("The host asks both: {words}", words=_sentence(question.words))
            else:
                mine, theirs = mark("The host asks you: {words}"), mark("The host asks {player}: {words}")
                words = voiced(seat, mine, theirs, words=_sentence(question.words))
        case values.Say(_, said):
            words = say("The host: {words}", words=_sentence(said))
        case values.Board(said):
            words = say("The board: {words}", words=_sentence(said))
        case values.Picture(_, said):
            words = say("The host shows a picture: {words}", words=_sentence(said))
        case values.NewDeck(deck, spelled):
            words = say("A new deck {deck}: {items}.", deck=deck, items=spelled)
        case values.Deal(deck):
            words = say("Cards are dealt from {deck}.", deck=deck)
        case values.Throw(sides):
            words = say("The table throws a die with {sides} sides.", sides=sides)
        case values.Count(counter, seats):
            now = dict(view.open.counters)[counter]
            sums = ", ".join([f"{called(seat)} {now[seat]}" for seat in seats])
            words = say("{counter}: {sums}.", counter=counter, sums=sums)
        case values.End(None, said):
            words = say("The host ends the match, and nobody wins. {words}", words=_sentence(said))
        case values.End(winner, said):
            assert winner is not None
            mine, theirs = mark("The host ends the match: you win. {words}"), mark("The host ends the match: {winner} wins. {words}")
            words = voiced(winner, mine, theirs, winner=name(winner), words=_sentence(said))
        case _:
            raise AssertionError(f"no line of the host: {line!r}")
    return Beat(words.rstrip())
