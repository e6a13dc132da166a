"""The last event as one eye knows it, in words. No beat has notation: who leads a table by buttons, or answers by them, reads none."""

from __future__ import annotations

from collections.abc import Sequence

from deathmatch.core.game import Beat
from deathmatch.core.seats import SEATS, Seat
from deathmatch.core.simple import resignation
from deathmatch.core.speech import count, listed, name, say
from deathmatch.games.free_table import values
from deathmatch.games.free_table.notation import escaped, shown
from deathmatch.games.free_table.values import LATE, View


def narrate(before: View, after: View) -> Sequence[Beat[View]]:
    """The beats between two views that follow each other."""
    if after.open.number == before.open.number:
        return ()
    beats = _beats(after)
    return [*beats[:-1], Beat(beats[-1].words, beats[-1].notation, after, beats[-1].heading)] if beats else ()


def _beats(view: View) -> list[Beat[View]]:
    match view.news:
        case None:
            return [Beat(say("Time is up: chance answers."))]
        case values.Resigned():
            found = resignation(view.outcome)
            return [Beat(*found)] if found is not None else []
        case values.Answered(seats, answers):
            return [_answer(seat, answers[seat]) for seat in seats]
        case values.Showed(seats, answers):
            shows = [say("{player} answered: {answer}.", player=name(seat), answer=_words(answers[seat])) for seat in seats]
            return [Beat(say("The host shows: {answers}", answers=" ".join(shows)))]
        case values.Dealt():
            return [Beat(_dealt(view.news))]
        case values.Taken():
            return [Beat(_taken(view.news))]
        case values.Told(seat, words):
            return [Beat(_told(view, seat, words))]
        case values.Thrown(side, sides):
            words = say("A throw with {sides} sides: {side}.", sides=sides, side=side)
            return [Beat(words)]
        case line:
            return [_line(view, line)]


def _words(answer: str | None) -> str:
    if answer is None:
        return say("a secret")
    return say("nothing, too late") if answer == LATE else escaped(shown(answer))


def _answer(seat: Seat, answer: str | None) -> Beat[View]:
    player = name(seat)
    if answer is None:
        return Beat(say("{player} has answered in secret.", player=player))
    if answer == LATE:
        return Beat(say("{player} is too late: no answer.", player=player))
    return Beat(say("{player} answers: {answer}.", player=player, answer=_words(answer)))


def _cards(cards: Sequence[str]) -> str:
    return ", ".join(cards)


def _dealt(dealt: values.Dealt) -> str:
    parts = []
    for seat in SEATS:
        cards = dealt.cards[seat]
        if not dealt.counts[seat]:
            continue
        if cards is None:
            parts.append(count("{player} gets {number} card", "{player} gets {number} cards", dealt.counts[seat], player=name(seat)))
        else:
            parts.append(say("{player} gets {cards}", player=name(seat), cards=_cards(cards)))
    if dealt.open:
        parts.append(say("face up: {cards}", cards=_cards(dealt.open)))
    return say("The table deals: {parts}.", parts="; ".join(parts) or say("nothing"))


def _taken(taken: values.Taken) -> str:
    parts = []
    for seat in taken.seats:
        cards = taken.cards[seat]
        if cards is None:
            parts.append(count("{number} card of {player}", "{number} cards of {player}", taken.counts[seat], player=name(seat)))
        else:
            parts.append(say("{cards} of {player}", cards=_cards(cards) or say("nothing"), player=name(seat)))
    return say("The host takes {cards}.", cards=listed(parts))


def _told(view: View, seat: Seat, words: str | None) -> str:
    if words is None:
        return say("The host says something to {player} alone.", player=name(seat))
    if view.eye is seat:
        return say("The host says to you alone: {words}", words=_sentence(words))
    return say("The host says to {player} alone: {words}", player=name(seat), words=_sentence(words))


def _sentence(words: str) -> str:
    """The host's words, as a sentence ends."""
    return (escaped(words) if words[-1:] in (".", "!", "?") else f"{escaped(words)}.") if words else "..."


def _who(seats: Sequence[Seat]) -> str:
    return listed([name(seat) for seat in seats])


def _line(view: View, line: values.News) -> Beat[View]:
    """A line that everybody may know."""
    match line:
        case values.Ask(question):
            words = say("The host asks {players}: {words}", players=_who(question.seats), words=_sentence(question.words))
            return Beat(words)
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
            sums = listed([say("{player} has {number}", player=name(seat), number=now[seat]) for seat in seats])
            words = say("{counter}: {sums}.", counter=counter, sums=sums)
        case values.End(None, said):
            words = say("The host ends the match, and nobody wins. {words}", words=_sentence(said))
        case values.End(winner, said):
            assert winner is not None
            words = say("The host ends the match: {winner} wins. {words}", winner=name(winner), words=_sentence(said))
        case _:
            raise AssertionError(f"no line of the host: {line!r}")
    return Beat(words.rstrip())
