"""The two decisions of a seat, made from its view: a move is read in every spelling, and composed one token at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from deathmatch.core.arguments import checking
from deathmatch.core.errors import Illegal, Malformed, Rule, refusal
from deathmatch.core.game import Choice, Clock, Step
from deathmatch.core.options import lower
from deathmatch.core.seats import SEATS, Seat, asked_seat
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import cached_by_language, count, listed, mark, misplaced, say, speaking, spoken
from deathmatch.games.five_card_trick import narration, rules, values
from deathmatch.games.five_card_trick.values import ITEMS, R2, R4, R11, Answer, Card, Item, Submission, Terms, Variation
from deathmatch.games.five_card_trick.view import View

_SLOTS = tuple(card.name.lower() for card in values.CARDS)  # places in the picture keep their names in every variant
_KEYS = {"score": "s", "grow": "g", "raise": "r", "claim": "c", "block": "b", "steal": "t"}
_ITEM_KEYS = {values.Item.OVERLOAD: "o", values.Item.RESET: "l"}
_ITEM_TOKENS = frozenset(item.value for item in _ITEM_KEYS)
_NONE = "none"


@checking
@dataclass(frozen=True, slots=True)
class _Owed(DecisionBase[values.Move]):
    """The decisions of a seat, made from its view."""

    view: View
    seat: Seat

    def write(self, move: values.Move, /) -> str:
        """The canonical text."""
        return self.view.terms.text(move)

    def told(self, move: values.Move, /) -> str:
        """A move in words for the seat itself."""
        return narration.told(self.view.terms, move)


@checking
class SubmitDecision(_Owed):
    """Cards for the next round, owed by both seats at once."""

    clock = Clock(("time_submit",), bank=True)
    form = values.R2

    @property
    def words(self) -> str:
        """The prompt."""
        return say("up to two abilities") if self.view.terms.variation is values.Variation.SETNA else say("two cards")

    @property
    def priority(self) -> bool:
        """Whether the seat may use Claim Priority after the last round instead (as-written W5)."""
        return self.view.window is self.seat

    def interrupts(self, move: values.Move, /) -> bool:
        """Claim Priority does: the pot changes, and both choose their cards again."""
        return isinstance(move, values.Answer)

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R2, R4)."""
        return values.Answer.PRIORITY if self.priority and is_priority(text) else read(text, self.view.terms)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R2 to R10)."""
        if self.priority and move is values.Answer.PRIORITY:
            return
        if not isinstance(move, values.Submission):
            raise Illegal(say("cards are owed now"), values.R2)
        rules.check(self.view.terms, self.view.sides[self.seat], self.seat, move)

    def moves(self) -> Iterable[values.Move]:
        """Every legal submission once."""
        legal = rules.legal(self.view.terms, self.view.sides[self.seat])
        return (*legal, values.Answer.PRIORITY) if self.priority else legal

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """Cards and items in any order; Block asks for its name at once."""
        terms, side, pot = self.view.terms, self.view.sides[self.seat], self.view.pot
        use = values.Answer.PRIORITY.value
        if self.priority and prefix == (use,):
            return Step(say("Use Claim Priority"), whole=use)
        if not prefix:  # every question begins with it, and few of them differ
            first = _first(terms, values.Side(blocked=side.blocked, recent=side.recent, items=side.items), pot)
            if tie := narration.added(self.view):
                first = replace(first, prompt=f"{tie} {first.prompt}")
            note = say("take the pot of {chips}; then both choose their cards again", chips=pot) if self.priority else ""
            choice = Choice(use, say("Use Claim Priority"), "item-priority", note, "y")
            return replace(first, choices=(*first.choices, choice)) if self.priority else first
        return _Composition(terms, side, pot).step(prefix)

    def why_not(self, prefix: tuple[str, ...], slot: str, /) -> Illegal | None:
        """R5 to R7: what bars a card of this seat after these tokens."""
        card = next((card for card in values.CARDS if slot == f"hand-{_SLOTS[card]}"), None)
        composition = _Composition(self.view.terms, self.view.sides[self.seat], self.view.pot)
        step = composition.step(prefix)
        if card is None or slot in {choice.slot for choice in (*step.choices, *step.before)}:
            return None
        with speaking(spoken(), to=self.seat):
            return composition.against(self.seat, prefix, card)

    def caution(self, move: values.Move, /) -> str:
        """R13: the cards that will not count; empty if all do."""
        return _caution(self.view.terms, self.view.sides[self.seat], move) if isinstance(move, values.Submission) else ""


@checking
class PriorityDecision(_Owed):
    """Whether to use Claim Priority now (R11), owed by its holder alone."""

    prompt = mark("Claim Priority: use it or pass")
    clock = Clock(("time_priority",), bank=True)
    form = values.R11

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R11)."""
        return read_answer(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R11) if it is no answer; both answers are legal."""
        if not isinstance(move, values.Answer):
            raise Illegal(say("an answer about Claim Priority is owed now"), values.R11)

    def moves(self) -> Iterable[values.Answer]:
        """Both answers."""
        return tuple(values.Answer)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the whole answer."""
        pot = self.view.pot
        if not prefix:
            return Step(
                say("Both played Claim alike. Use Claim Priority to take the pot of {chips}?", chips=pot),
                (
                    Choice("priority", say("Use it"), "item-priority", say("take the pot of {chips}; the item is used up", chips=pot), "y"),
                    Choice("pass", say("Pass"), None, say("keep the item for a later tie"), "n"),
                ),
            )
        answer = self.only(prefix, ("priority", "pass"))
        return Step(say("Use Claim Priority") if answer == "priority" else say("Pass, and keep Claim Priority"), whole=answer)


def decision(view: View) -> SubmitDecision | PriorityDecision:
    """The decision that the seat of this view owes."""
    asked = () if view.outcome is not None else SEATS if view.answering is None else (view.answering,)
    seat = asked_seat(view.eye, asked)
    return SubmitDecision(view, seat) if view.answering is None else PriorityDecision(view, seat)


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What the tokens so far amount to; `naming` if the name of Block comes next, `none` if no card is played."""

    cards: tuple[values.Card, ...] = ()
    names: values.Card | None = None
    items: tuple[values.Item, ...] = ()
    naming: bool = False
    none: bool = False


def _fits(chosen: _Chosen, move: values.Submission) -> bool:
    """Whether a submission is what the tokens so far can still become."""
    if chosen.none:
        return not move.cards
    hand = values.HANDS.get(chosen.cards)
    return (
        hand is not None
        and not hand & ~values.HANDS[move.cards]
        and (chosen.names is None or chosen.names is move.names)
        and all(item in move.items for item in chosen.items)
    )


def _needed(chosen: _Chosen, fitting: Iterable[values.Submission]) -> str:
    """The items that every submission still to be reached uses, beyond those chosen; empty if one does without."""
    items = [item for item in values.ITEMS if item not in chosen.items]
    for move in fitting:
        items = [item for item in items if item in move.items]
        if not items:
            return ""
    return listed([values.item_title(item) for item in items])


def _whole(chosen: _Chosen, fitting: tuple[values.Submission, ...]) -> values.Submission | None:
    """The submission that the tokens so far already are."""
    if chosen.naming or not (chosen.cards or chosen.none):
        return None
    return next((move for move in fitting if move.cards == chosen.cards and move.items == chosen.items), None)


_NOTHING = _Chosen()

_NOTES = {
    values.Card.SCORE: mark("1 chip"),
    values.Card.GROW: mark("1 chip into the pot"),
    values.Card.CLAIM: mark("take the pot, {chips} now"),
    values.Card.BLOCK: mark("block one of their cards next round"),
    values.Card.STEAL: mark("take the pot from their claim"),
}
_ITEM_NOTES = {
    values.Item.OVERLOAD: mark("three cards this round; used up"),
    values.Item.RESET: mark("forget earlier rounds: nothing is barred; used up"),
}
_ABILITIES = (mark("Choose up to two abilities"), mark("One more, or submit this one alone"))  # by how many
_FIRST_CARDS = {2: mark("Choose two cards"), 3: mark("Choose three cards")}  # by how many are left to choose
_MORE_CARDS = {1: mark("Choose one more card"), 2: mark("Choose two more cards")}


class _Composition:
    """The steps of one decision. It offers the tokens of the legal submissions that the tokens so far can still become."""

    def __init__(self, terms: values.Terms, side: values.Side, pot: int) -> None:
        self._terms, self._side, self._pot = terms, side, pot
        self._legal = rules.legal(terms, side)
        self._barred = values.Barred.after(side.recent, terms.doubles)

    def step(self, prefix: tuple[str, ...]) -> Step:
        """The step after these tokens; raises Malformed for a token that was not offered."""
        chosen, fitting = _NOTHING, self._legal
        for place, token in enumerate(prefix):
            added = self._add(chosen, token)
            fitting = () if added is None else tuple(move for move in fitting if _fits(added, move))
            if added is None or not fitting:
                raise Malformed(misplaced(prefix, place), values.R2)
            chosen = added
        choices = self._choices(chosen, fitting)
        whole = _whole(chosen, fitting)
        if whole is None:
            needed = "" if chosen.naming else _needed(chosen, fitting)
            prompt = self._prompt(chosen)
            if needed:
                prompt = say("{prompt}; needs {items}", prompt=prompt, items=needed)
            return Step(prompt, choices, before=self._before(chosen, fitting))
        return Step(self._prompt(chosen), choices, whole=self._terms.text(whole), warning=_caution(self._terms, self._side, whole))

    def against(self, seat: Seat, prefix: tuple[str, ...], card: values.Card) -> Illegal | None:
        """The reason why these tokens bar a card."""
        chosen: _Chosen | None = _NOTHING
        for token in prefix:
            chosen = chosen and self._add(chosen, token)
        cards = (*(chosen or _NOTHING).cards, card)
        return refusal(rules.check_barred, self._terms, self._barred, seat, sum({values.bit(one) for one in cards}))

    def _add(self, chosen: _Chosen, token: str) -> _Chosen | None:
        """With one token more; None if it is no token here, whether or not it leads to a legal submission."""
        if token == _NONE:
            return _Chosen(none=True) if chosen == _NOTHING else None
        if token in _ITEM_TOKENS:
            item = values.Item(token)
            if chosen.naming or item in chosen.items:
                return None
            return _Chosen(chosen.cards, chosen.names, tuple(sorted((*chosen.items, item), key=values.ITEMS.index)))
        if token not in self._terms.words or chosen.none:
            return None
        card = values.CARDS[self._terms.words.index(token)]
        if chosen.naming:
            return _Chosen(chosen.cards, card, chosen.items)
        naming = card is values.Card.BLOCK and chosen.names is None
        return _Chosen(tuple(sorted((*chosen.cards, card))), chosen.names, chosen.items, naming)

    def _choices(self, chosen: _Chosen, fitting: tuple[values.Submission, ...]) -> tuple[Choice, ...]:
        if chosen.none:
            return ()
        if chosen.naming:
            named = {move.names for move in fitting}
            return tuple(self._name(card) for card in values.CARDS if card in named)
        mine = values.HANDS[chosen.cards]
        more = 0
        for move in fitting:
            more |= values.HANDS[move.cards] & ~mine
        items = {item for move in fitting for item in move.items} - set(chosen.items)
        choices = [self._card(chosen, card, fitting) for card in values.MASKS[(more | more >> len(values.CARDS)) & values.ALL]]
        choices += [self._item(item) for item in values.ITEMS if item in items]
        if not chosen.cards and any(not move.cards for move in fitting):
            choices.append(Choice(_NONE, say("No card"), None, say("play nothing this round"), "n"))
        return tuple(choices)

    def _before(self, chosen: _Chosen, fitting: tuple[values.Submission, ...]) -> tuple[Choice, ...]:
        """While Block asks for its name: what else may be played, but for a second Block, whose tap takes the first one back."""
        if not chosen.naming:
            return ()
        others = self._choices(replace(chosen, naming=False), fitting)
        return tuple([replace(choice, key="") for choice in others if choice.token != self._terms.word(values.Card.BLOCK)])

    def _name(self, card: values.Card) -> Choice:
        word = self._terms.word(card)
        return Choice(word, say("Their {card}", card=self._terms.title(card)), f"their-{_SLOTS[card]}", "", _KEYS[word])

    def _card(self, chosen: _Chosen, card: values.Card, fitting: tuple[values.Submission, ...]) -> Choice:
        word = self._terms.word(card)
        hand = values.HANDS[tuple(sorted((*chosen.cards, card)))]
        needed = _needed(chosen, (move for move in fitting if not hand & ~values.HANDS[move.cards]))
        note = say("only with {items}", items=needed) if needed else self._note(chosen, card)
        return Choice(word, self._terms.title(card), f"hand-{_SLOTS[card]}", note, _KEYS[word])

    def _note(self, chosen: _Chosen, card: values.Card) -> str:
        barred = self._barred
        if self._terms.disregard and barred.three & values.bit(card):
            return say("third time in a row: will not count")
        if self._terms.disregard and card not in chosen.cards and barred.pair(sum({values.bit(c) for c in (*chosen.cards, card)})):
            return say("same two as last round: neither will count")
        if self._side.blocked is card:
            if self._terms.blocked_collides:
                return say("blocked: can only cancel and light its light")
            return say("blocked: can only light its light")
        if card in chosen.cards:
            return say("a second copy outnumbers one")
        return say(_NOTES[card], chips=self._pot)

    def _item(self, item: values.Item) -> Choice:
        return Choice(item.value, values.item_title(item), f"item-{item}", say(_ITEM_NOTES[item]), _ITEM_KEYS[item])

    def _prompt(self, chosen: _Chosen) -> str:
        if chosen.naming:
            return say("Choose one of their cards on the table: it is blocked next round")
        if chosen.none:
            return say("No card this round")
        left = (3 if values.Item.OVERLOAD in chosen.items else 2) - len(chosen.cards)
        if left > 0 and self._terms.variation is values.Variation.SETNA:
            return say(_ABILITIES[len(chosen.cards)])
        card, played = self._side.blocked, values.Submission(chosen.cards, chosen.names)
        asked = say((_MORE_CARDS if chosen.cards else _FIRST_CARDS)[left]) if left > 0 else listed(narration.parts(self._terms, played))
        return f"{asked} ({self._terms.title(card)} {self._note(chosen, card)})" if card is not None and card in chosen.cards else asked


@cached_by_language(maxsize=4096)
def _first(terms: values.Terms, side: values.Side, pot: int) -> Step:
    """The first step."""
    return _Composition(terms, side, pot).step(())


def _caution(terms: values.Terms, side: values.Side, move: values.Submission) -> str:
    """R13: the cards that will not count, shown before the submission is sent."""
    struck = rules.striking(terms, side, move)
    if not struck:
        return ""
    barred = values.Barred.after(side.recent, terms.doubles)
    three = [terms.title(card) for card in values.MASKS[struck & barred.three]]
    parts = [say("{card} for the third round in a row", card=card) for card in three]
    if barred.pair(struck | sum({values.bit(card) for card in move.cards})):
        parts.append(say("the same pair as in the last round"))
    cards = [terms.title(card) for card in values.MASKS[struck]]
    return count(
        "{cards} will not count: {reasons}.",
        "{cards} will not count: {reasons}.",
        len(cards),
        cards=listed(cards),
        reasons="; ".join(parts),
    )


# --- Reading moves in every spelling that the book accepts (section Notation). Writing is `Terms.text`


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

_PASSES: Final = frozenset({"none", "nothing", "pass"})
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
    return _read(text, terms.variation is Variation.SETNA)


@lru_cache(maxsize=256)  # few texts are canonical, and a line of a record may be long
def _read(text: str, setna: bool) -> Submission:
    return _Reader(text, setna).submission()


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at, end = 0, len(text.rstrip(" \t"))
    while at < end:
        match = _LEXEME.match(text, at)
        if match is None:
            at += len(text[at:]) - len(text[at:].lstrip(" \t"))
            letter = text[at]
            raise Malformed(say("{letter} is no part of a submission; expected cards such as score or block:claim", letter=letter), R2, at)
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
                    raise Malformed(say("expected another card after the last separator"), R2, self._end)
                break
        if self._fault is not None:
            raise self._fault
        self._cards.sort()
        self._items.sort(key=ITEMS.index)
        return Submission(tuple(self._cards), next(iter(self._names), None), tuple(self._items))

    def _nothing(self) -> bool:
        first = self._peek()
        if first is None:
            raise Malformed(say("expected cards; none stands for no card") if self._setna else say("expected two cards"), R2, 0)
        if first.text not in _PASSES:
            return False
        if not self._setna:
            raise Malformed(say("{word} is no card: a submission has exactly two cards", word=first.text), R2, first.at)
        if len(self._tokens) > 1:
            raise Malformed(say("{word} stands alone", word=first.text), R2, self._tokens[1].at)
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
            raise Malformed(say("there is no bracket to close"), R2, after.at)

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
                raise Malformed(say("expected a closing bracket, not {given}", given=close.text), R4, close.at)
        return card, named.at

    def _breach(self, reason: str, at: int) -> None:
        self._fault = self._fault or Malformed(reason, R4, at)

    def _card(self, token: _Token, rule: Rule) -> Card:
        fits = {name: card for name, card in _NAMES.items() if name.startswith(token.text)}
        if len(fits) == 1:
            return next(iter(fits.values()))
        if fits:
            raise Malformed(say("{word} fits {known}; expected one more letter", word=token.text, known=listed(list(fits))), rule, token.at)
        grow = "raise" if self._setna else "grow"
        if rule is R2:
            text = mark("{word} is no card; expected score, {token}, claim, block:NAME or steal")
        else:
            text = mark("{word} is no card; expected score, {token}, claim, block or steal")
        raise Malformed(say(text, word=token.text, token=grow), rule, token.at)

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
            raise Malformed(say(missing), rule, self._end)
        self._next += 1
        return token
