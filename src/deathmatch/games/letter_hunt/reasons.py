"""Why a turn was good or bad, in words: the question that a word could ask, the risk of a guess, and the bits given away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from deathmatch.core.seats import Seat
from deathmatch.core.speech import mark, say
from deathmatch.core.wording import name
from deathmatch.games.letter_hunt import fast, priors
from deathmatch.games.letter_hunt.bot.plain import expected
from deathmatch.games.letter_hunt.bot.sight import Sight
from deathmatch.games.letter_hunt.bot.strong import Words, words
from deathmatch.games.letter_hunt.fast import COLUMN
from deathmatch.games.letter_hunt.values import Kind, Letters, Move, Terms, Verb
from deathmatch.games.letter_hunt.view import View, kind_name

MORE: Final = 0.15  # bits, by which a word tells more, or gives away less, if that is named
HALF: Final = 0.1  # off an even chance: an answer so near to it splits the hands in half


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word as it may be expected to go.

    Attributes:
        word: as it is written.
        told: bits for the seat that plays it, on average.
        given: bits that it gives away.
        kind: of its hints the one that tells most.
        yes: the chance that the answer to this one is yes.
    """

    word: Letters
    told: float
    given: float
    kind: Kind
    yes: float

    @property
    def likelier(self) -> float:
        """The chance of its likelier answer."""
        return max(self.yes, 1 - self.yes)


def asked(terms: Terms, here: Sight, word: Letters) -> tuple[AskedWord, Words]:
    """A word as a seat may expect it to go."""
    book = fast.book((word,), each=terms.each)
    judged = fast.judge_some(here.other.hands, here.other.chances, book, np.arange(1))
    worth = words(terms, here, book, np.arange(1), judged)
    chances = {}
    for kind in terms.kinds:
        column, holds = COLUMN[kind]
        chances[kind] = float(judged[0, column] if holds else 1 - judged[0, column])
    kind = min(terms.kinds, key=lambda one: abs(chances[one] - 0.5))
    return AskedWord(word, float(worth.told[0]), float(worth.given[0]), kind, chances[kind]), worth


_QUESTIONS: Final = {
    Kind.NONE: mark("whether {other} has none of its letters"),
    Kind.ANY: mark("whether {other} has any of its letters"),
    Kind.ONE: mark("whether {other} has exactly one of its letters"),
    Kind.ODD: mark("whether {other} has an odd number of its letters"),
}


def of_word(played: AskedWord, better: AskedWord | None, possible: int, seat: Seat) -> str:
    """Why another word was better: it tells more, or gives away less."""
    people = {"player": name(seat), "other": name(seat.other)}
    question = say(_QUESTIONS[played.kind], **people)
    sentence = mark("The best question of {word} was {question}; the likelier answer had {percent}, so it could tell {bits} bits.")
    likelier, told = f"{played.likelier:.0%}", f"{played.told:.1f}"
    parts = [say(sentence, word=played.word, question=question, percent=likelier, bits=told)]
    if better is None:
        return parts[0]
    if better.told > played.told + MORE:
        sentence = mark("{word} could tell {bits} bits.")
        if better.likelier < 0.5 + HALF:
            sentence = mark("{word} would have split the {number} possible hands nearly in half: {bits} bits.")
        parts.append(say(sentence, word=better.word, number=f"{possible:,}", bits=f"{better.told:.1f}"))
    if played.given > better.given + MORE:
        sentence = mark("It also had to tell {other} {bits} bits about {player}'s hand, and {word} only {fewer}.")
        parts.append(say(sentence, **people, word=better.word, bits=f"{played.given:.1f}", fewer=f"{better.given:.1f}"))
    return " ".join(parts)


def of_early_guess(move: Move, likely: float, better: AskedWord, seat: Seat) -> str:
    """Why a word would have been better than a guess."""
    hand = move.verb is Verb.HAND
    sentence = mark("{player} named {letters} at a chance of {percent}, and a wrong hand loses the match.")
    if not hand:
        sentence = mark("{player} guessed {letters} at a chance of {percent}, and a wrong guess costs a letter.")
    words = [
        say(sentence, player=name(seat), letters=move.what, percent=f"{likely:.0%}"),
        say("{word} risks no letter and could tell {bits} bits.", word=better.word, bits=f"{better.told:.1f}"),
    ]
    return " ".join(words)


def of_other_guess(move: Move, likely: float, better: Move, surer: float, seat: Seat) -> str:
    """Why another guess would have been better."""
    sentence = mark("{player} guessed {letters} at a chance of {percent}; {other} had {surer}.")
    if move.verb is Verb.HAND:
        sentence = mark("{player} named {letters} at a chance of {percent}; {other} had {surer}.")
    return say(sentence, player=name(seat), letters=move.what, percent=f"{likely:.0%}", other=better.what, surer=f"{surer:.0%}")


def of_late_guess(word: Letters, better: Move, surer: float, seat: Seat) -> str:
    """Why a guess would have been better than a word."""
    sentence = mark(
        "{player} played {word} where a guess of {letters} was due: it had a chance of {percent}, and a word also tells {other}."
    )
    if better.verb is Verb.HAND:
        sentence = mark("{player} played {word} where the hand {letters} was to be named: it had a chance of {percent}.")
    return say(sentence, player=name(seat), word=word, letters=better.what, percent=f"{surer:.0%}", other=name(seat.other))


def of_hint(view: View, here: Sight, taken: Kind, better: Kind, seat: Seat) -> str:
    """Why another kind of hint would have been better."""
    gains = expected(view, here.other)
    kinds = {"player": name(seat), "other": name(seat.other), "hint": kind_name(taken), "better": kind_name(better)}
    bits = {"bits": f"{gains[taken]:.1f}", "more": f"{gains[better]:.1f}"}
    sentence = mark("{player} took the hint {hint}; {better} would have left {other} a question that tells less about {player}'s hand.")
    if gains[better] > gains[taken] + MORE:
        sentence = mark("{player} took the hint {hint}, which could tell {bits} bits; {better} could tell {more}.")
    return say(sentence, **kinds, **bits)


def likely(here: Sight, move: Move) -> float:
    """The chance that a guess is right, by what its seat knew."""
    mask = np.uint32(priors.mask(move.what))
    return float(here.other.chances[(here.other.hands & mask) == mask].sum())
