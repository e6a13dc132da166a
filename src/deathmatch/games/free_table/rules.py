"""The rules of the free table: what follows from the host's lines, answers and deals (rules/free-table.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from deathmatch.core import game, simple
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed
from deathmatch.core.seats import HOST, SEATS, BySeat, Eye, Seat, certain, plain
from deathmatch.core.speech import say
from deathmatch.games.free_table import notation, values

# --- The legal answers of a question, counted and drawn without listing them


class Choices:
    """The legal answers to a question that is not for text, for a seat with this hand."""

    def __init__(self, asked: values.Question, hand: Sequence[str]) -> None:
        self._number = asked.kind == values.NUMBER
        self._pool = asked.pool(hand)
        self._items = tuple(Counter(self._pool).items())
        self._low, high = asked.bounds
        self._high = high if self._number else min(high, len(self._pool))

    def __iter__(self) -> Iterator[str]:
        if self._number:
            yield from map(str, range(self._low, self._high + 1))
            return
        for taken in product(*[range(number + 1) for _, number in self._items]):
            if self._low <= sum(taken) <= self._high:
                yield self._answer(taken)

    def _answer(self, taken: Iterable[int]) -> str:
        return notation.written([item for (item, _), number in zip(self._items, taken, strict=True) for _ in range(number)], self._pool)

    def _ways(self) -> list[list[int]]:
        """For each item, in how many ways those from it on give so many."""
        ways = [[1] + [0] * self._high]
        for _, number in reversed(self._items):
            after = ways[-1]
            ways.append([sum(after[max(0, size - number) : size + 1]) for size in range(self._high + 1)])
        return ways[::-1]

    def count(self) -> int:
        """How many there are."""
        if self._number:
            return self._high - self._low + 1
        return sum(self._ways()[0][self._low :])

    def sample(self, source: RandomSource) -> str:
        """One of them, each equally likely."""
        rank = source.below(self.count())
        if self._number:
            return str(self._low + rank)
        ways, size = self._ways(), self._low
        while rank >= ways[0][size]:
            rank -= ways[0][size]
            size += 1
        taken = []
        for place in range(len(self._items)):
            taking, after = 0, ways[place + 1]
            while rank >= after[size - taking]:
                rank -= after[size - taking]
                taking += 1
            taken.append(taking)
            size -= taking
        return self._answer(taken)


# --- What the host's lines do


def check_line(view: values.View, line: values.Line) -> None:
    """Returns nothing if the rules allow the line. Raises: Illegal (R2, R3, R5, R6)."""
    desk = view.desk
    assert desk is not None, "only the host enters lines"
    match line:
        case values.Ask(question):
            _check_question(question, desk)
        case values.Show(seats):
            for seat in seats:
                if desk.kept[seat] is None:
                    raise Illegal(say("no secret answer of {player} is left to show", player=seat), values.R6)
        case values.Deal(deck, counts):
            _check_deal(deck, sum(counts), desk)
        case values.Take(seats, cards):
            for seat in seats:
                if values.without(desk.hands[seat], cards or ()) is None:
                    raise Illegal(say("{player} does not hold these cards", player=seat), values.R5)
        case values.Count():
            _check_counter(line, dict(view.open.counters).get(line.name, BySeat(0, 0)))
        case _:
            pass


def _check_deal(deck: str, wanted: int, desk: values.Desk) -> None:
    left = next((len(one.left) for one in desk.decks if one.name == deck), None)
    if left is None:
        known = ", ".join([one.name for one in desk.decks]) or "-"
        raise Illegal(say("there is no deck {given}; the decks are: {known}", given=deck, known=known), values.R5)
    if wanted > left:
        raise Illegal(say("the deck {deck} has only {number} cards left", deck=deck, number=left), values.R5)


def _check_counter(line: values.Count, now: BySeat[int]) -> None:
    low, high = -values.MOST, values.MOST
    for seat in line.seats:
        if not low <= (after := _counted(now[seat], line.sign, line.value)) <= high:
            raise Illegal(say("the counter would be {number}; it may be {low} to {high}", number=after, low=low, high=high), values.R2)


def _check_question(question: values.Question, desk: values.Desk) -> None:
    if question.keep and question.kind != values.HAND:
        raise Illegal(say("only a question for the hand can have keep"), values.R3)
    if question.chance and question.kind == values.TEXT:
        raise Illegal(say("a question for text cannot have chance"), values.R3)
    if question.kind == values.HAND:
        for seat in question.seats:
            if len(desk.hands[seat]) < (question.low or 0):
                raise Illegal(say("{player} holds only {number} cards", player=seat, number=len(desk.hands[seat])), values.R3)


def _counted(now: int, sign: str, value: int) -> int:
    return value if not sign else now + value if sign == "+" else now - value


def enter(state: values.State, line: values.Line) -> values.State:
    """The state after a line that the rules allow."""
    at, hidden = replace(state.open, number=state.open.number + 1), state.hidden
    news: values.News = line
    match line:
        case values.Ask(question):
            at = replace(at, stage="answer", question=question, answers=BySeat(None, None))
        case values.Show(seats):
            at, hidden, news = _shown(at, hidden, seats)
        case values.Say():
            at, hidden, news = _said(at, hidden, line)
        case values.Board(words):
            at = replace(at, board=words)
        case values.Picture(digest, words):
            at = replace(at, picture=digest, caption=words)
        case values.NewDeck():
            hidden = _with_deck(hidden, line)
        case values.Deal():
            at, hidden = replace(at, stage="cards"), replace(hidden, due=line)
        case values.Take():
            hidden, news = _taken(hidden, line)
        case values.Throw(sides):
            at = replace(at, stage="throw", sides=sides)
        case values.Count():
            at = replace(at, counters=_with_counter(dict(at.counters), line))
        case _:
            at = replace(at, ending=line.words, outcome=game.Over(line.winner, "host"))
    return _settled(at, hidden, news)


def _shown(at: values.Open, hidden: values.Hidden, seats: Sequence[Seat]) -> tuple[values.Open, values.Hidden, values.News]:
    shown = BySeat.of(lambda seat: hidden.kept[seat] if seat in seats else None)
    asked = at.question.seats if at.question is not None else ()
    answers = BySeat.of(lambda seat: shown[seat] if seat in seats and seat in asked else at.answers[seat])
    kept = BySeat.of(lambda seat: None if seat in seats else hidden.kept[seat])
    return replace(at, answers=answers), replace(hidden, kept=kept), values.Showed(tuple(seats), shown)


def _said(at: values.Open, hidden: values.Hidden, line: values.Say) -> tuple[values.Open, values.Hidden, values.News]:
    if line.seat is None:
        return replace(at, said=line.words), hidden, line
    return at, replace(hidden, told=hidden.told.put(line.seat, line.words)), values.Told(line.seat, line.words)


def _taken(hidden: values.Hidden, line: values.Take) -> tuple[values.Hidden, values.News]:
    def gone(seat: Seat) -> tuple[str, ...]:
        return () if seat not in line.seats else hidden.hands[seat] if line.cards is None else line.cards

    hands = BySeat.of(lambda seat: values.without(hidden.hands[seat], gone(seat)) or ())
    cards = BySeat.of(gone)
    return replace(hidden, hands=hands), values.Taken(line.seats, cards.map(len), BySeat(cards.a, cards.b))


def _with_counter(counters: dict[str, BySeat[int]], line: values.Count) -> tuple[tuple[str, BySeat[int]], ...]:
    before = counters.get(line.name, BySeat(0, 0))
    after = BySeat.of(lambda seat: _counted(before[seat], line.sign, line.value) if seat in line.seats else before[seat])
    return tuple({**counters, line.name: after}.items())


def _settled(at: values.Open, hidden: values.Hidden, news: values.News) -> values.State:
    """The state in which the sizes of hands and decks are those of the hidden ones."""
    decks = tuple([(deck.name, len(deck.left)) for deck in hidden.decks])
    return values.State(replace(at, cards=hidden.hands.map(len), decks=decks), hidden, news)


def _with_deck(hidden: values.Hidden, line: values.NewDeck) -> values.Hidden:
    made = values.Deck(line.name, line.items, tuple([item for item in line.items for _ in range(line.copies)]))
    decks = {deck.name: deck for deck in hidden.decks}
    decks[line.name] = made
    order = tuple(dict.fromkeys([*[item for deck in decks.values() for item in deck.items], *hidden.order]))
    hands = hidden.hands.map(lambda hand: values.sorted_by(hand, order))
    return replace(hidden, decks=tuple(decks.values()), order=order, hands=hands)


# --- Answers


def start(_terms: object) -> values.State:
    """Set-up: nothing is dealt."""
    return values.State(values.Open(), values.Hidden())


def play(_terms: object, state: values.State, turn: Mapping[Seat, str | game.Timeout]) -> values.State:
    """The state after all answers: a late one by chance is due, or they are settled (R8 to R11)."""
    question = certain(state.open.question)
    given = {seat: move if isinstance(move, str) else None for seat, move in turn.items()}
    answers = BySeat.of(given.get)
    if question.chance and None in given.values():
        at = replace(state.open, number=state.open.number + 1, stage="late")
        return values.State(at, replace(state.hidden, turn=answers))
    return _answered(state, question, BySeat.of(lambda seat: (answers[seat] or values.LATE) if seat in question.seats else None))


def _answered(state: values.State, question: values.Question, answers: BySeat[str | None]) -> values.State:
    at, hidden = replace(state.open, number=state.open.number + 1, stage="host"), replace(state.hidden, answers=answers)
    if question.secret:
        hidden = replace(hidden, kept=BySeat.of(lambda seat: answers[seat] if seat in question.seats else hidden.kept[seat]))
    else:
        at = replace(at, answers=answers)
        hidden = replace(hidden, kept=BySeat.of(lambda seat: None if seat in question.seats else hidden.kept[seat]))
    if question.kind == values.HAND and not question.keep:
        played = answers.map(lambda answer: notation.chosen(answer or values.LATE))
        hidden = replace(hidden, hands=BySeat.of(lambda seat: values.without(hidden.hands[seat], played[seat]) or ()))
    return _settled(at, hidden, values.Answered(question.seats, answers))


# --- Deals


@dataclass(frozen=True, slots=True)
class CardsChance(simple.UnlistedDeal):
    """Cards for A, for B and face up (R12)."""

    deck: values.Deck
    counts: tuple[int, int, int]
    name = "cards"
    by_hand = False

    def read(self, text: str, /) -> tuple[tuple[str, ...], ...]:
        """The cards of a text. A share gets the order of the deck if the deck has all its cards. Raises: Malformed."""
        dealt = notation.read_cards(text)
        return tuple([values.sorted_by(cards, self.deck.items) if set(cards) <= set(self.deck.items) else cards for cards in dealt])

    def write(self, deal: tuple[tuple[str, ...], ...], /) -> str:
        """`cards A:3,7 B:1 open:-`."""
        return notation.write_cards(deal)

    def check(self, deal: tuple[tuple[str, ...], ...], /) -> None:
        """As many cards as the host has named, all from those left in the deck. Raises: Illegal."""
        if tuple(map(len, deal)) != self.counts:
            a, b, face_up = self.counts
            raise Illegal(say("{a} cards for A, {b} for B and {face_up} face up are to be dealt", a=a, b=b, face_up=face_up), values.R12)
        if values.without(self.deck.left, [card for cards in deal for card in cards]) is None:
            raise Illegal(say("these cards are not left in the deck {deck}", deck=self.deck.name), values.R12)

    def sample(self, source: RandomSource, /) -> tuple[tuple[str, ...], ...]:
        """Every choice of cards is equally likely."""
        drawn = iter(source.sample(self.deck.left, sum(self.counts)))
        return tuple([values.sorted_by([next(drawn) for _ in range(number)], self.deck.items) for number in self.counts])


@dataclass(frozen=True, slots=True)
class ThrowChance(simple.ListedDeal[int]):
    """A throw (R12)."""

    sides: int
    name = "throw"
    by_hand = False

    def read(self, text: str, /) -> int:
        """The side of a text. Raises: Malformed."""
        return notation.read_throw(text, self.sides)

    def write(self, deal: int, /) -> str:
        """`throw 4`."""
        return f"throw {deal}"

    def check(self, deal: int, /) -> None:
        """Every side that can be read is possible."""

    def deals(self) -> Sequence[int]:
        """All sides."""
        return range(1, self.sides + 1)


@dataclass(frozen=True, slots=True)
class LateChance:
    """An answer by chance for each seat that was late (R8).

    Attributes:
        question: that was asked.
        hands: of the seats.
        late: the seats.
    """

    question: values.Question
    hands: BySeat[tuple[str, ...]]
    late: tuple[Seat, ...]
    name = "late"
    by_hand = False

    def read(self, text: str, /) -> BySeat[str | None]:
        """The answers of a text. Raises: Malformed."""
        given = notation.read_late(text)
        for seat in SEATS:
            if (given[seat] == "-") is (seat in self.late):
                raise Malformed(say("expected an answer of {player}", player=seat) if seat in self.late else say("expected -"), values.R8)
        try:
            return BySeat.of(lambda seat: notation.read_answer(self.question, self.hands[seat], given[seat]) if seat in self.late else None)
        except (Malformed, Illegal) as error:
            raise Malformed(error.reason, values.R8) from None

    def write(self, deal: BySeat[str | None], /) -> str:
        """`late A:red B:-`."""
        return notation.write_late(deal)

    def check(self, deal: BySeat[str | None], /) -> None:
        """Every answer that can be read is possible."""

    def _choices(self) -> BySeat[Any]:
        return BySeat.of(lambda seat: Choices(self.question, self.hands[seat]) if seat in self.late else None)

    def count(self) -> int:
        """The product of the numbers of legal answers."""
        return prod(1 if choices is None else choices.count() for choices in self._choices())

    def deals(self) -> Iterator[BySeat[str | None]]:
        """Every pair of answers."""
        a, b = self._choices().map(lambda choices: [None] if choices is None else choices)
        yield from (BySeat(first, second) for first in a for second in b)

    def sample(self, source: RandomSource, /) -> BySeat[str | None]:
        """Each legal answer is equally likely."""
        return self._choices().map(lambda choices: None if choices is None else choices.sample(source))


def chance(state: values.State) -> CardsChance | ThrowChance | LateChance:
    """The deal that is due."""
    hidden = state.hidden
    if state.open.stage == "throw":
        return ThrowChance(state.open.sides)
    if state.open.stage == "cards":
        assert hidden.due is not None
        return CardsChance(next(deck for deck in hidden.decks if deck.name == hidden.due.deck), hidden.due.counts)
    question = certain(state.open.question)
    return LateChance(question, hidden.hands, tuple([seat for seat in question.seats if hidden.turn[seat] is None]))


def deal(state: values.State, fallen: Any) -> values.State:
    """The state after a deal."""
    at, hidden = replace(state.open, number=state.open.number + 1, stage="host"), state.hidden
    if state.open.stage == "throw":
        return values.State(replace(at, thrown=fallen), hidden, values.Thrown(fallen, at.sides))
    if state.open.stage == "late":
        question = certain(at.question)
        return _answered(state, question, BySeat.of(lambda seat: hidden.turn[seat] or fallen[seat]))
    a, b, face_up = fallen
    name = certain(hidden.due).deck
    decks = tuple(
        [deck._replace(left=values.without(deck.left, (*a, *b, *face_up)) or ()) if deck.name == name else deck for deck in hidden.decks]
    )
    hands = BySeat(values.sorted_by((*hidden.hands.a, *a), hidden.order), values.sorted_by((*hidden.hands.b, *b), hidden.order))
    news = values.Dealt(BySeat(len(a), len(b)), BySeat(a, b), face_up)
    return _settled(replace(at, face_up=at.face_up + face_up), replace(hidden, decks=decks, hands=hands, due=None), news)


def resign(state: values.State, seat: Seat) -> values.State:
    """The state after this seat gave up; answers that wait for chance are void."""
    at = replace(state.open, number=state.open.number + 1, stage="host", outcome=game.Over(seat.other, game.RESIGN))
    return values.State(at, state.hidden, values.Resigned(seat))


# --- What one eye sees


def of(state: values.State, eye: Eye, _terms: object) -> values.View:
    """Everything that this eye has learned."""
    hidden = state.hidden
    if eye == HOST:
        return values.View(eye, state.open, desk=values.Desk(hidden.hands, hidden.answers, hidden.decks, hidden.kept), news=state.news)
    news = _heard(state, eye)
    if not isinstance(eye, Seat):
        return values.View(eye, state.open, news=news)
    answer = hidden.turn[eye] if state.open.stage == "late" else hidden.answers[eye]
    return values.View(eye, state.open, hidden.hands[eye], hidden.told[eye], answer, news=news)


def public(view: values.View) -> game.Fields:
    """The book's public fields, section State, without those that all books share."""
    at = view.open
    return {
        "question": plain(at.question),
        "answers": at.answers.json(),
        "counters": {counter: numbers.json() for counter, numbers in at.counters},
        "cards": at.cards.json(),
        "open": list(at.face_up),
        "decks": dict(at.decks),
        "thrown": at.thrown,
        "said": at.said,
        "board": at.board,
        "picture": at.picture,
        "ending": at.ending,
    }


def _heard(state: values.State, eye: Eye) -> values.News:
    """The last event without what this eye may not know."""
    news = state.news
    if isinstance(news, values.Answered) and state.open.question is not None and state.open.question.secret:
        return news._replace(answers=_own(news.answers, eye))
    if isinstance(news, values.Dealt | values.Taken):
        return news._replace(cards=_own(news.cards, eye))
    if isinstance(news, values.Told) and news.seat is not eye:
        return news._replace(words=None)
    return news


def _own(pair: BySeat[Any], eye: Eye) -> BySeat[Any]:
    return BySeat.of(lambda seat: pair[seat] if seat is eye else None)
