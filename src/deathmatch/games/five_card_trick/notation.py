"""Reading moves in every spelling that the book accepts (section Notation). Writing is `Terms.text`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import lower
from deathmatch.core.speech import listed, mark, say
from deathmatch.games.five_card_trick.values import ITEMS, R2, R4, R11, Answer, Card, Item, Submission, Terms, Variation

_NAMES: Final = {
    "score": Card.SCORE,
    "grow": Card.GROW,
    "raise": Card.GROW,
    "claim": Card.CLAIM,
    "block": Card.BLOCK,
    "steal": Card.STEAL,
}

_ITEMS: Final = {
    "overload": Item.OVERLOAD,
    "reset": Item.RESET,
    "limit reset": Item.RESET,
    "limit-reset": Item.RESET,
    "limit_reset": Item.RESET,
}

_MARKS: Final = frozenset({":", "=", "("})
"""The words before a name."""

_NOTHING: Final = frozenset({"none", "nothing", "pass"})
_ANSWERS: Final = {
    "priority": Answer.PRIORITY,
    "use": Answer.PRIORITY,
    "yes": Answer.PRIORITY,
    "claim priority": Answer.PRIORITY,
    "pass": Answer.PASS,
    "no": Answer.PASS,
}

_SPACES: Final = re.compile(r"[ \t]+")
_WORD: Final = r"limit[ \t]+reset(?![a-z_-])|[a-z]+(?:[-_][a-z]+)*"
_LEXEME: Final = re.compile(rf"[ \t]*({_WORD}|[,+&/;:=()])", re.ASCII | re.IGNORECASE)
_REMEMBERED: Final = 64  # characters: longer texts are read afresh each time, so that what is remembered stays small


class _Token(NamedTuple):
    text: str  # lower case, single spaces
    at: int  # where it stands in the line, from 0


def read_answer(text: str) -> Answer:
    """The submission at `priority`; raises Malformed."""
    typed = text.strip(" \t")
    answer = _ANSWERS.get(_SPACES.sub(" ", lower(typed)))
    if answer is None:
        if typed:
            reason = say("the answer is priority or pass, not {given}", given=typed)
        else:
            reason = say("the answer is priority or pass, not nothing")
        raise Malformed(reason, R11, len(text) - len(text.lstrip(" \t")))
    return answer


def is_priority(text: str) -> bool:
    """Whether a text uses Claim Priority (`use`, `claim priority`)."""
    return _ANSWERS.get(_SPACES.sub(" ", lower(text.strip(" \t")))) is Answer.PRIORITY


def read(text: str, terms: Terms) -> Submission:
    """The submission at `submit`, in canonical order, whether or not the rules allow it; raises Malformed (R2, R4)."""
    setna = terms.variation is Variation.SETNA
    return _read_short(text, setna) if len(text) <= _REMEMBERED else _read(text, setna)


def _read(text: str, setna: bool) -> Submission:
    return _Reader(text, setna).submission()


_read_short = lru_cache(maxsize=4096)(_read)


def _fail(reason: str, rule: Rule, at: int) -> NoReturn:
    raise Malformed(reason, rule, at)


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at, end = 0, len(text.rstrip(" \t"))
    while at < end:
        match = _LEXEME.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip(" \t"))
            letter = text[at]
            _fail(say("{letter} is no part of a submission; expected cards such as score or block:claim", letter=letter), R2, at)
        tokens.append(_Token(" ".join(match[1].lower().split()), match.start(1)))
        at = match.end()
    return tokens


class _Reader:
    """Reads one submission from left to right."""

    def __init__(self, text: str, setna: bool) -> None:
        self._tokens: Sequence[_Token] = _tokens(text)
        self._next = 0
        self._end = len(text.rstrip(" \t"))
        self._setna = setna
        self._cards: list[Card] = []
        self._names: set[Card] = set()
        self._items: list[Item] = []
        self._fault: Malformed | None = None  # the first breach of R4; told once every word has been read (R2)

    def submission(self) -> Submission:
        """The whole text as one submission."""
        if self._nothing():
            return Submission(())
        while True:
            self._member()
            while self._separator():
                pass
            if self._peek() is None:
                if self._next and self._is_separator(self._tokens[self._next - 1]):
                    _fail(say("expected another card after the last separator"), R2, self._end)
                break
        if self._fault is not None:
            raise self._fault
        self._cards.sort()
        self._items.sort(key=ITEMS.index)
        return Submission(tuple(self._cards), next(iter(self._names), None), tuple(self._items))

    def _nothing(self) -> bool:
        first = self._peek()
        if first is None:
            _fail(say("expected cards; none stands for no card") if self._setna else say("expected two cards"), R2, 0)
        if first.text not in _NOTHING:
            return False
        if not self._setna:
            _fail(say("{word} is no card: a submission has exactly two cards", word=first.text), R2, first.at)
        if len(self._tokens) > 1:
            _fail(say("{word} stands alone", word=first.text), R2, self._tokens[1].at)
        return True

    def _member(self) -> None:
        token = self._take(mark("expected a card at the end"))
        item = _ITEMS.get(token.text)
        if item is not None:
            self._items.append(item)
        else:
            card = self._card(token, R2)
            self._cards.append(card)
            if card is Card.BLOCK:
                self._name()
        while (after := self._peek()) is not None and after.text in _MARKS:
            self._breach(say("only block takes a name, and only one"), after.at)
            self._named()
        if after is not None and after.text == ")":
            _fail(say("there is no bracket to close"), R2, after.at)

    def _name(self) -> None:
        after = self._peek()
        if after is None or after.text not in _MARKS:
            return
        card, at = self._named()
        if self._names - {card}:
            self._breach(say("both copies of block name the same card"), at)
        self._names.add(card)

    def _named(self) -> tuple[Card, int]:
        """The card that is named after a mark, and where."""
        before = self._take(mark("expected a mark at the end"))
        named = self._take(mark("expected the card that block names at the end"), R4)
        if before.text == "(" and named.text == "blocking":
            named = self._take(mark("expected the card that block names at the end"), R4)
        card = self._card(named, R4)
        if before.text == "(":
            close = self._take(mark("expected a closing bracket at the end"), R4)
            if close.text != ")":
                _fail(say("expected a closing bracket, not {given}", given=close.text), R4, close.at)
        return card, named.at

    def _breach(self, reason: str, at: int) -> None:
        self._fault = self._fault or Malformed(reason, R4, at)

    def _card(self, token: _Token, rule: Rule) -> Card:
        fits = {name: card for name, card in _NAMES.items() if name.startswith(token.text)}
        if len(fits) == 1:
            return next(iter(fits.values()))
        if fits:
            _fail(say("{word} fits {known}; expected one more letter", word=token.text, known=listed(list(fits))), rule, token.at)
        grow = "raise" if self._setna else "grow"
        if rule is R2:
            text = mark("{word} is no card; expected score, {token}, claim, block:NAME or steal")
        else:
            text = mark("{word} is no card; expected score, {token}, claim, block or steal")
        _fail(say(text, word=token.text, token=grow), rule, token.at)

    def _separator(self) -> bool:
        token = self._peek()
        if token is None or not self._is_separator(token):
            return False
        self._next += 1
        return True

    @staticmethod
    def _is_separator(token: _Token) -> bool:
        return token.text == "and" or token.text in ",+&/;"

    def _peek(self) -> _Token | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _take(self, missing: str, rule: Rule = R2) -> _Token:
        token = self._peek()
        if token is None:
            _fail(say(missing), rule, self._end)
        self._next += 1
        return token
