"""The decisions of a seat, made from its view, one for each phase; a move is composed one token at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Final

from deathmatch.core.arguments import checking
from deathmatch.core.chance import RandomSource
from deathmatch.core.errors import Illegal, Malformed, Rule, refusal
from deathmatch.core.game import Choice, Clock, FreeWord, Resources, Step
from deathmatch.core.optional import Aid
from deathmatch.core.seats import SEATS, Seat, asked_seat, certain
from deathmatch.core.simple import DecisionBase
from deathmatch.core.speech import capital, count, either, listed, mark, name, say
from deathmatch.games.letter_hunt import narration, values
from deathmatch.games.letter_hunt.view import LABELS, QUESTIONS, View, kind_name

# --- What all decisions have in common


def refuse(move: values.Move, wanted: tuple[values.Verb, ...], rule: Rule) -> None:
    """Another decision's move is none here."""
    if move.verb not in wanted:
        raise Illegal(say("{known} is owed now, not {given}", known=either(wanted), given=move.verb), rule)


def letter_choice(letter: str, slot: str, note: str) -> Choice:
    """A letter, which is its own key."""
    return Choice(letter.lower(), letter, slot, note, letter.lower())


def in_hand(hand: values.Letters, taken: values.Letters, note: Callable[[str], str]) -> tuple[Choice, ...]:
    """The letters of a hand that are not taken yet, each at its place in the picture."""
    return tuple(letter_choice(letter, f"hand-{place}", note(letter)) for place, letter in enumerate(hand, 1) if letter not in taken)


@checking
@dataclass(frozen=True, slots=True)
class SeatDecision(DecisionBase[values.Move]):
    """A decision of the seat whose view it is."""

    view: View

    def write(self, move: values.Move, /) -> str:
        """Canonical."""
        return move.text

    def told(self, move: values.Move, /) -> str:
        """In words for the seat itself."""
        return narration.told(self.view.near, move)

    def taken_letters(self, prefix: tuple[str, ...], offered: values.Letters, most: int, rule: Rule | None = None) -> values.Letters:
        """The letters that a prefix of single letters names, at most so many, each of them offered and none twice; raises Malformed."""
        taken = ""
        for place, token in enumerate(prefix, 1):
            letter = token.upper()
            if place > most or len(letter) != 1 or token != letter.lower() or letter not in offered or letter in taken:
                self.wrong(prefix[:place], rule=rule)
            taken += letter
        return values.letters(taken)

    @property
    def own(self) -> values.Side:
        """The private part of the view, for its own seat."""
        return certain(self.view.own)


# --- The decisions of the set-up: the first mover (R2), the held letters (R4), the picked letters (R8)


def rarity(letter: str) -> str:
    """R7: `common`, `uncommon` or `rare`."""
    return say("common") if letter in values.COMMON else say("rare") if letter in values.RARE else say("uncommon")


@checking
class FirstDecision(SeatDecision):
    """The seat that takes the first turn (R2)."""

    prompt = mark("decide who takes the first turn")
    clock = Clock(("time_first",))  # without the bank (R17)
    form = values.R2

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R2)."""
        return values.read_first(text)

    def check(self, move: values.Move, /) -> None:
        """Both seats may start."""
        refuse(move, (values.Verb.FIRST,), values.R2)

    def moves(self) -> Iterable[values.Move]:
        """Both seats."""
        return tuple(values.Move(values.Verb.FIRST, seat.value) for seat in SEATS)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the seat."""
        if not prefix:
            choices = (Choice(seat.lower(), self._starts(seat), key=seat.lower()) for seat in SEATS)
            return Step(say("Who takes the first turn?"), tuple(choices))
        move = values.Move(values.Verb.FIRST, self.only(prefix, ("a", "b")).upper())
        return Step(self._starts(Seat(move.what)), whole=move.text)

    def _starts(self, seat: Seat) -> str:
        return say("You start") if seat is self.view.eye else say("{player} starts", player=name(seat))


@checking
class Hold(SeatDecision):
    """Which letters of the hand to keep, owed by both seats at once (R4)."""

    prompt = mark("choose your letters")
    form = values.R4

    @property
    def clock(self) -> Clock:
        """Without the bank (R17); the first hold may have a time of its own (as-written W3)."""
        return Clock(("time_hold",) if self.view.redraws else ("time_first_hold",))

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R4)."""
        return values.read_hold(text, self.own.hand)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R4)."""
        refuse(move, (values.Verb.HOLD,), values.R4)
        for letter in values.without(move.what, self.own.hand):
            raise Illegal(say("{letter} is not in your hand", letter=letter), values.R4)

    def moves(self) -> Iterable[values.Move]:
        """Every set of letters of the hand."""
        hand = self.own.hand
        return [values.Move(values.Verb.HOLD, "".join(held)) for size in range(len(hand) + 1) for held in combinations(hand, size)]

    def sample(self, source: RandomSource, /) -> values.Move:
        """Each with the same chance."""
        return values.Move(values.Verb.HOLD, "".join(letter for letter in self.own.hand if source.below(2)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A letter at a time, in any order; `none` and `all` stand alone."""
        hand = self.own.hand
        if prefix in (("none",), ("all",)):
            return self._whole(hand if prefix == ("all",) else "")
        held = self.taken_letters(prefix, hand, len(hand))
        more = in_hand(hand, held, lambda _: say("keep it"))
        if not prefix:
            every = Choice("all", say("Keep all"), None, say("no new letter"))
            none = Choice("none", say("Keep none"), None, say("five new letters"))
            return Step(say("Which letters do you keep?"), (*more, every, none))
        return Step(self._whole(held).prompt, more, whole=values.Move(values.Verb.HOLD, held).text)

    def _whole(self, held: values.Letters) -> Step:
        gone = values.without(self.own.hand, held)
        prompt = mark("Keep {kept}, give up {gone}") if held and gone else mark("Keep all") if held else mark("Keep none")
        return Step(say(prompt, kept=held, gone=gone), whole=values.Move(values.Verb.HOLD, held).text)


@checking
class PickDecision(SeatDecision):
    """Five letters of the eight that were offered, owed by both seats at once (R8)."""

    prompt = mark("pick five of your eight letters")
    clock = Clock(("time_pick",))  # without the bank (R17)
    form = values.R8

    @property
    def offer(self) -> values.Letters:
        """The eight letters."""
        return self.own.dealt[0]

    @property
    def hand(self) -> int:
        """How many of them are picked."""
        return self.view.terms.sizes.hand

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R8)."""
        return values.read_pick(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R8)."""
        refuse(move, (values.Verb.PICK,), values.R8)
        for letter in values.without(move.what, self.offer):
            raise Illegal(say("{letter} is not among the letters offered to you", letter=letter), values.R8)
        if len(move.what) != self.hand:
            raise Illegal(say("exactly {most} letters are picked, not {number}", most=self.hand, number=len(move.what)), values.R8)

    def moves(self) -> Iterable[values.Move]:
        """Every five of the eight."""
        return [values.Move(values.Verb.PICK, "".join(letters)) for letters in combinations(self.offer, self.hand)]

    def sample(self, source: RandomSource, /) -> values.Move:
        """Each with the same chance."""
        return values.Move(values.Verb.PICK, values.letters(source.sample(self.offer, self.hand)))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A letter at a time, in any order."""
        picked = self.taken_letters(prefix, self.offer, self.hand)
        if len(picked) == self.hand:
            return Step(say("Your hand: {letters}", letters=picked), whole=values.Move(values.Verb.PICK, picked).text)
        choices = in_hand(self.offer, picked, rarity)
        left = self.hand - len(picked)
        return Step(say("Pick {number} more", number=left) if picked else say("Pick {number} letters", number=left), choices)


# --- The decisions of the turns: a word or a guess (R9), a hint (R11), a letter to lose (R14)


_KEYS: Final = {values.Kind.NONE: "n", values.Kind.ONE: "o", values.Kind.ODD: "d", values.Kind.ANY: "a"}


@checking
class TurnDecision(SeatDecision):
    """A word, a guess at one letter, or at the whole hand (R9)."""

    @property
    def words(self) -> str:
        """The prompt."""
        return say("a guess") if self.wordless else say("a word or a guess")

    clock = Clock(("time_turn",), bank=True)
    form = values.R9

    @property
    def wordless(self) -> bool:
        """Whether R16 has ended the words."""
        return self.view.terms.over_words(self.view.turn)

    @property
    def cards(self) -> int:
        """How many letters the other hand has."""
        return self.view.cards[self.view.near.other]

    @property
    def named(self) -> str:
        """The letters of it that this Last Chance has named already (as-written W4)."""
        return self.view.turns[-1].what if self.view.phase is values.Phase.LAST else ""

    @property
    def open(self) -> values.Letters:
        """The letters that it may name."""
        return values.without(values.ALPHABET, self.named)

    @property
    def sizes(self) -> Sequence[int]:
        """How many letters it may name now."""
        left = self.cards - len(self.named)
        return range(1, left + 1) if self.view.terms.by_letter else (left,)

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R9, R10, R13, R15)."""
        return values.read_turn(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R10, R15, R16)."""
        refuse(move, (values.Verb.WORD, values.Verb.GUESS, values.Verb.HAND), values.R9)
        if move.verb is values.Verb.WORD:
            self._check_word(move.what)
        elif move.verb is values.Verb.HAND:
            self.check_hand(move.what)

    def _check_word(self, word: str) -> None:
        """R10 and, once the words have ended, R16."""
        if self.wordless:
            reason = count(
                "after {number} turn of each seat no word may be played, only guesses",
                "after {number} turns of each seat no word may be played, only guesses",
                self.view.terms.turn_limit,
            )
            raise Illegal(reason, values.R16)
        if any(turn.action == values.Verb.WORD and turn.what == word for turn in self.view.turns):
            raise Illegal(say("{word} was played before in this match", word=word), values.R10)

    def check_hand(self, letters: values.Letters) -> None:
        """R15: as many letters as the other hand has; one by one (W4), at most as many as are left after those named before."""
        for letter in letters:
            if letter in self.named:
                raise Illegal(say("{letter} is named already", letter=letter), values.R15)
        number = len(self.named) + len(letters)
        if number > self.cards or (number < self.cards and not self.view.terms.by_letter):
            reason = count(
                "the other hand has {number} letter, not {named}",
                "the other hand has {number} letters, not {named}",
                self.cards,
                named=number,
            )
            raise Illegal(reason, values.R15)

    def count(self) -> int | None:
        """None while words may be played."""
        return len(values.ALPHABET) + sum(comb(len(values.ALPHABET), size) for size in self.sizes) if self.wordless else None

    def moves(self) -> Iterable[values.Move] | None:
        """None while words may be played; then every letter, and every set of as many letters as the other hand has."""
        if not self.wordless:
            return None
        guesses = [values.Move(values.Verb.GUESS, letter) for letter in values.ALPHABET]
        return guesses + hands(values.ALPHABET, self.sizes)

    def sample(self, source: RandomSource, /) -> values.Move:
        """A word of random letters, as often as the guesses together; the whole hand, which ends the match, as often as any one letter."""
        if not self.wordless and source.below(2):
            size = values.SHORTEST + source.below(values.LONGEST - values.SHORTEST + 1)
            word = values.Move(values.Verb.WORD, "".join(source.choice(values.ALPHABET) for _ in range(size)))
            if all(turn.what != word.what for turn in self.view.turns):
                return word
        letter = source.below(len(values.ALPHABET) + 1)
        if letter < len(values.ALPHABET):
            return values.Move(values.Verb.GUESS, values.ALPHABET[letter])
        size = source.choice(self.sizes) if self.view.terms.by_letter else self.cards
        return values.Move(values.Verb.HAND, values.letters(source.sample(values.ALPHABET, size)))

    def admit(self, move: values.Move, resources: Resources, /) -> None:
        """R10: a word is in the list, if there is one; raises Illegal, or LookupError if the host lacks the list."""
        lexicon = self.view.terms.lexicon
        if move.verb is values.Verb.WORD and lexicon and move.what not in resources.words(lexicon):
            missing = mark("{word} is not in the English word list"), mark('{word} is not in the word list "{name}"')
            raise Illegal(say(missing[lexicon != values.OPEN], word=move.what, name=lexicon.capitalize()), values.R10)

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """The kind of action, then the word or the letters."""
        if not prefix:
            if self.wordless:
                return Step(say("Guess a letter or the whole hand"), self._actions())
            prompt = mark("Any word of {low} to {high} letters, or a guess")
            if self.view.terms.lexicon == values.OPEN:
                prompt = mark("Any English word of {low} to {high} letters, or a guess")
            return Step(say(prompt, low=values.SHORTEST, high=values.LONGEST), self._actions(), word=self._free(values.Verb.WORD.value))
        rest = prefix[1:]
        match prefix[0]:
            case "word" if not self.wordless:
                return self._word(rest)
            case "guess":
                return self._guess(rest)
            case "hand":
                return self._hand(rest)
            case token if not self.wordless and values.SHORTEST <= len(token) <= values.LONGEST:
                return self._word(prefix)  # a bare word
            case _:
                self.wrong(prefix[:1])

    def _actions(self) -> tuple[Choice, ...]:
        word = Choice("word", say("Play a word"), None, say("both get a hint from it"), "w")
        guess = Choice("guess", say("Guess a letter"), "their-hand", say("a wrong one costs a letter of yours"), "g")
        hand = Choice("hand", say("Name the hand"), None, say("wins, or loses, the match"), "h")
        return (guess, hand) if self.wordless else (word, guess, hand)

    def _free(self, lead: str = "") -> FreeWord:
        """R10: any word that was not played before."""
        return FreeWord(
            values.SHORTEST,
            values.LONGEST,
            lead,
            "letter-" if lead else "",
            frozenset([turn.what.lower() for turn in self.view.turns if turn.action == values.Verb.WORD]),
        )

    def _word(self, rest: tuple[str, ...]) -> Step:
        if not rest:
            return Step(say("Which word?"), word=self._free())
        word, *more = rest
        if more:
            self.wrong(("word", *rest), rule=values.R10)
        move = values.read_turn(f"word {word}")
        if (refused := refusal(self.check, move)) is not None:
            raise Malformed(refused.reason, refused.rule)
        turns = (*self.view.turns, values.Turn(self.view.near, move.verb, move.what))
        return Step(say("Play {word}", word=move.what), whole=move.text, view=replace(self.view, turns=turns))

    def _guess(self, rest: tuple[str, ...]) -> Step:
        if not rest:
            return Step(say("Which letter of the other hand?"), self._letters("", self._doubts()))
        letter = self.taken_letters(rest, values.ALPHABET, 1, values.R13)
        move = values.Move(values.Verb.GUESS, letter)
        return Step(say("Guess {letter}", letter=letter), whole=move.text, warning=self.caution(move))

    def _hand(self, rest: tuple[str, ...]) -> Step:
        most = self.sizes[-1]
        named = self.taken_letters(rest, self.open, most, values.R15)
        left, doubts = most - len(named), self._doubts()
        move, more = values.Move(values.Verb.HAND, named), self._letters(named, doubts) if left else ()
        if len(named) not in self.sizes:
            prompt = say("Name all {number} letters", number=left) if left > 1 else say("Name the last letter")
            if named:
                prompt = say("Name {number} more", number=left)
            elif 1 in self.sizes:
                prompt = say("Name a letter of the hand, or several at once")
            return Step(prompt, more)
        prompt = say("Name {letters} first", letters=named) if left else say("The other hand is {letters}", letters=named)
        return Step(prompt, more, whole=move.text, warning=self.caution(move))

    def caution(self, move: values.Move, /) -> str:
        """A guess that cannot be right, and every hand, since a wrong one loses the match; empty for a word."""
        doubts, hand = self._doubts() if move.verb is not values.Verb.WORD else {}, move.verb is values.Verb.HAND
        doubtful = "".join(letter for letter in move.what if letter in doubts)
        if not doubtful:
            return say("If one letter is wrong, you lose the match.") if hand else ""
        faults = say("{letters} cannot be right", letters=listed(doubtful))
        if len(doubtful) == 1:
            faults = say("{letter} cannot be right: {reason}", letter=doubtful, reason=doubts[doubtful])
        text = mark("{faults}. A wrong hand loses the match.") if hand else mark("{faults}. A wrong guess costs a letter of yours.")
        return say(text, faults=faults)

    def _letters(self, named: values.Letters, doubts: dict[str, str]) -> tuple[Choice, ...]:
        letters = values.without(self.open, named)
        return tuple(letter_choice(letter, f"letter-{letter.lower()}", doubts.get(letter, "")) for letter in letters)

    def _doubts(self) -> dict[str, str]:
        """Q28: the letters that cannot be in the other hand by what the table tells, and why."""
        view, other = self.view, self.view.near.other
        doubts = dict.fromkeys(self.own.dealt[0] if view.terms.offers else "", say("you were offered it yourself"))
        if view.aid is Aid.DEDUCTION:
            from deathmatch.games.letter_hunt.deduction import deduce  # here, since few tables ask for it and its library is large

            doubts = dict.fromkeys(deduce(view, other).absent, say("the answers rule it out")) | doubts
        doubts |= {letter: say("an onlooker has it") for letter in view.onlookers if letter in values.ALPHABET}
        doubts |= dict.fromkeys(view.missed(other), say("it is known not to be there"))
        return doubts | dict.fromkeys(self.own.hand, say("it is in your own hand")) | dict.fromkeys(view.out, say("it is out"))


def hands(letters: values.Letters, sizes: Sequence[int]) -> list[values.Move]:
    """Every so large set of these letters, as a guess at the hand."""
    return [values.Move(values.Verb.HAND, "".join(named)) for size in sizes for named in combinations(letters, size)]


@checking
class LastDecision(TurnDecision):
    """The rest of a Last Chance that is named letter by letter (as-written W4)."""

    @property
    def words(self) -> str:
        """The prompt."""
        return say("the next letter of the hand")

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R15)."""
        refuse(move, (values.Verb.HAND,), values.R15)
        self.check_hand(move.what)

    def count(self) -> int:
        """From one letter to all that are left."""
        return sum(comb(len(self.open), size) for size in self.sizes)

    def moves(self) -> Iterable[values.Move]:
        """Each of them."""
        return hands(self.open, self.sizes)

    def sample(self, source: RandomSource, /) -> values.Move:
        """Each number of letters with the same chance."""
        return values.Move(values.Verb.HAND, values.letters(source.sample(self.open, source.choice(self.sizes))))

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """A letter at a time."""
        return self._hand(prefix)


@checking
class Hint(SeatDecision):
    """A kind of hint to the word that was just played (R11)."""

    prompt = mark("choose a hint")
    clock = Clock(("time_hint",), bank=True)
    form = values.R11

    @property
    def kinds(self) -> tuple[values.Kind, ...]:
        """Those that are left."""
        return tuple(kind for kind in self.view.terms.kinds if kind not in certain(self.view.last).taken)

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R11)."""
        return values.read_hint(text, self.kinds)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R11)."""
        refuse(move, (values.Verb.HINT,), values.R11)
        if move.what not in self.view.terms.kinds:
            known, given = listed([kind_name(kind) for kind in self.view.terms.kinds]), kind_name(values.Kind(move.what))
            raise Illegal(say("the hints of this match are {known}, not {given}", known=known, given=given), values.R11)
        if move.what not in self.kinds:
            raise Illegal(say("{kind} was taken by the other seat", kind=kind_name(values.Kind(move.what))), values.R11)

    def moves(self) -> Iterable[values.Move]:
        """Those that are left."""
        return [values.Move(values.Verb.HINT, kind.value) for kind in self.kinds]

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the kind."""
        other, word = self.view.near.other, certain(self.view.last).what
        if not prefix:
            places = {kind: f"hint-{place}" for place, kind in enumerate(self.view.terms.kinds, 1)}
            notes = {kind: capital(say(QUESTIONS[kind])) for kind in self.kinds}
            choices = (Choice(kind.value, say(LABELS[kind]), places[kind], note, _KEYS[kind]) for kind, note in notes.items())
            prompt = say("Does {player} hold letters of {word}? One press sends it.", word=word, player=name(other))
            return Step(prompt, tuple(choices), quick=True)
        asked = values.Kind(self.only(prefix, list(self.kinds)))
        return Step(
            say("Ask about {word}: {question}", word=word, question=say(QUESTIONS[asked])),
            whole=values.Move(values.Verb.HINT, asked.value).text,
            quick=True,
        )


@checking
class Lose(SeatDecision):
    """The letter that a wrong guess costs (R14)."""

    prompt = mark("choose the letter that you lose")
    form = values.R14

    @property
    def clock(self) -> Clock:
        """`time_lose`, then the bank; after a slip it goes on."""
        return Clock(("time_lose",), bank=True, continues=self.view.again)

    @property
    def _open(self) -> values.Letters:
        """The letters of the hand, or, if slips are allowed, all that are not known to everybody to be elsewhere."""
        if not self.view.terms.slips:
            return self.own.hand
        return values.without(values.ALPHABET, self.view.out + self.view.not_held[self.view.near])

    def read(self, text: str, /) -> values.Move:
        """Raises Malformed (R14)."""
        return values.read_lose(text)

    def check(self, move: values.Move, /) -> None:
        """Raises Illegal (R14)."""
        refuse(move, (values.Verb.LOSE,), values.R14)
        if move.what not in self._open:
            text = mark("{letter} is not in your hand")
            if self.view.terms.slips:
                text = mark("everybody knows that {letter} is not in your hand")
            raise Illegal(say(text, letter=move.what), values.R14)

    def moves(self) -> Iterable[values.Move]:
        """Each of them."""
        return [values.Move(values.Verb.LOSE, letter) for letter in self._open]

    def compose(self, prefix: tuple[str, ...], /) -> Step:
        """One token is the letter."""
        hand = self.own.hand
        if not prefix:
            slip = say("not in your hand: that is all it would show")
            held = in_hand(hand, "", lambda _: say("it is removed and shown"))
            slips = tuple(letter_choice(letter, f"letter-{letter.lower()}", slip) for letter in values.without(self._open, hand))
            return Step(say("Which letter of your hand do you lose?"), (*held, *slips))
        move = values.Move(values.Verb.LOSE, self.taken_letters(prefix, self._open, 1))
        text = mark("Lose {letter}") if move.what in hand else mark("Name {letter}")
        return Step(say(text, letter=move.what), whole=move.text, warning=self.caution(move))

    def caution(self, move: values.Move, /) -> str:
        """A letter that is not in the hand: everybody would learn that; empty for one that is."""
        if move.what in self.own.hand:
            return ""
        return say("{letter} is not in your hand: everybody would learn that, and you would choose again.", letter=move.what)


Decision = FirstDecision | Hold | PickDecision | TurnDecision | LastDecision | Hint | Lose

_DECISIONS: Final[dict[values.Phase, Callable[[View], Decision]]] = {
    values.Phase.FIRST: FirstDecision,
    values.Phase.HOLD: Hold,
    values.Phase.PICK: PickDecision,
    values.Phase.TURN: TurnDecision,
    values.Phase.LAST: LastDecision,
    values.Phase.HINT: Hint,
    values.Phase.LOSE: Lose,
}


def decision(view: View) -> Decision:
    """The decision that the seat of this view owes."""
    asked_seat(view.eye, view.owing)
    return _DECISIONS[view.phase](view)
