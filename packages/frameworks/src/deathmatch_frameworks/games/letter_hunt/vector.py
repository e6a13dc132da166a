"""Many matches at once (`vectoring.py`): the tokens of the encoding by their ids, around the kernels of `batch.py`.

Words are any letters: batches, like the encoding, know no word list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from deathmatch.core.errors import OptionError
from deathmatch.core.seats import SEATS, Seat
from deathmatch.games.letter_hunt import LetterHunt
from deathmatch.games.letter_hunt.values import ALPHABET, HAND, LONGEST, RARITIES, SHORTEST, Kind, Terms
from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks import offered
from deathmatch_frameworks.games.letter_hunt.encoding import encoding
from deathmatch_frameworks.offered import Words as Masks
from deathmatch_frameworks.splitmix import below
from deathmatch_frameworks.vectoring import Column, layout
from deathmatch_frameworks.vocabulary import Vocabulary

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Actions, Bools, Observations, Rewards, Seeds, Tables

# --- Many matches at once, by kernels: holds, picks, words, hints and guesses (R2 to R16, R19), without time-outs and resignations
#
# A match is a row of numbers, by the columns below; a pair of columns is seat A, then seat B. Sets of letters are masks, bit 0 for A.
# Beside it are the **words** that were played (a row each) and the **masks** of both seats' legal actions (`offered.py`).
#
# An action is a token of the encoding, by its id: a submission is put together token by token. A word is packed, five bits a letter, A as
# 1: twelve letters in one number, the rest in another.


Rows: TypeAlias = NDArray[np.int64]
Played: TypeAlias = NDArray[np.int64]
Ints: TypeAlias = NDArray[np.int64]

# Columns of a match.
PHASE, STARTS, TURN, REDRAWS, ACTIVE, ASKED, COUNT, LENGTH, SPELLED, SPELLED_ON = range(10)
"""STARTS is -1 before it is known; ACTIVE has the turn from the first one on; COUNT of words; LENGTH and SPELLED of the word begun."""
IN_HAND, DEALT, GIVEN_UP, LOST, NOT_HELD, MISSED, PART, WHOLE = range(10, 26, 2)
"""Pairs. PART: the letters of the submission that is begun; WHOLE: whether it is finished and waits for the other seat's."""
ONLOOKERS: Final = 26  # packed as a word, in two columns
WIDTH: Final = 28

# Columns of a word that was played: two for its letters, then the seat, the kind of each seat's hint (1 and its place among `Kind`, 0 if
# it has not chosen) and its results (1 for yes, -1 for no, 0 for not given yet).
SPELT, BY, ASKED_FOR, RESULTS = 0, 2, 3, 5
ENTRY: Final = 7

# The decisions, in PHASE; WORD, GUESS and NAME are a turn that is begun.
FIRST, HOLD, PICK, TURNS, HINT, LOSE, WORD, GUESS, NAME, OVER = range(10)

# Places of the options.
STARTER, CHOOSER, HOLDS, WATCHERS, KINDS, EACH, LIMIT, SLIPS, OFFERS, SHOWN = range(10)
"""STARTER and CHOOSER are -1 for nobody; KINDS is the mask of the hints; LIMIT has the turns of both seats after which words end; SHOWN,
for each seat, the mask of the onlookers whose letters it sees."""
OPTIONS: Final = SHOWN + 2

LETTERS: Final = len(ALPHABET)
ALL: Final = (1 << LETTERS) - 1
FIVE: Final = 5  # bits of a letter
HALF: Final = 12  # letters in the first number of a word

# Actions.
END, LETTER, SAY_WORD, SAY_GUESS, SAY_HAND, KIND = 0, 1, 27, 28, 29, 30
EVERY, SPELL = 34, 35
NONE: Final = KIND  # the kind of hint; at a hold, no letter
ACTIONS: Final = SPELL + LETTERS

_POOLS: Final = tuple((sum(1 << ALPHABET.index(letter) for letter in rarity), number) for rarity, number in RARITIES)
(COMMON, COMMONS), (UNCOMMON, UNCOMMONS), (RARE, RARES) = _POOLS


@inner
def size(mask: int) -> int:
    """How many letters a set has."""
    mask = (mask & 0x5555555) + (mask >> 1 & 0x5555555)
    mask = (mask & 0x3333333) + (mask >> 2 & 0x3333333)
    mask = (mask & 0xF0F0F0F) + (mask >> 4 & 0xF0F0F0F)
    mask += mask >> 8
    return (mask + (mask >> 16)) & 31


@kernel
def fallen(seeds: Seeds, match: int, pool: int, number: int) -> int:
    """So many letters of a pool, every set of them equally likely."""
    out = 0
    while number:
        letter = 1 << below(seeds, match, LETTERS)
        if pool & letter:
            pool ^= letter
            out |= letter
            number -= 1
    return out


# --- The set-up


@kernel
def hands(rows: Rows, match: int, options: Ints, seeds: Seeds) -> None:
    """R3 or R7: the first letters fall."""
    if options[OFFERS]:
        taken = 0
        for seat in range(2):
            offer = fallen(seeds, match, COMMON & ~taken, COMMONS) | fallen(seeds, match, UNCOMMON & ~taken, UNCOMMONS)
            offer |= fallen(seeds, match, RARE & ~taken, RARES)
            taken |= offer
            rows[match, DEALT + seat] = offer
        rows[match, PHASE] = PICK
        return
    rows[match, IN_HAND] = rows[match, DEALT] = fallen(seeds, match, ALL, HAND)
    rows[match, IN_HAND + 1] = rows[match, DEALT + 1] = fallen(seeds, match, ALL & ~rows[match, IN_HAND], HAND)
    filled(rows, match, options, seeds)


@kernel
def filled(rows: Rows, match: int, options: Ints, seeds: Seeds) -> None:
    """R4, R6: another hold, or the onlookers and the first turn."""
    if rows[match, REDRAWS] < options[HOLDS]:
        rows[match, PHASE] = HOLD
        return
    pool = ALL & ~(rows[match, IN_HAND] | rows[match, IN_HAND + 1])
    for number in range(options[WATCHERS]):
        letter = fallen(seeds, match, pool, 1)
        pool ^= letter
        spell(rows, match, ONLOOKERS, number, size(letter - 1))
    next_turn(rows, match)


@inner
def spell(rows: Rows, match: int, column: int, place: int, letter: int) -> None:
    """Put a letter, from 0, at a place of a packed word."""
    late = place // HALF
    rows[match, column + late] |= (letter + 1) << FIVE * (place - HALF * late)


@kernel
def kept(rows: Rows, match: int, options: Ints, seeds: Seeds) -> None:
    """R5 or R8: both have held, or picked."""
    for seat in range(2):
        before = rows[match, DEALT + seat] if options[OFFERS] else rows[match, IN_HAND + seat]
        rows[match, GIVEN_UP + seat] = before & ~rows[match, PART + seat]
        rows[match, IN_HAND + seat] = rows[match, PART + seat]
        rows[match, PART + seat] = rows[match, WHOLE + seat] = 0
    if options[OFFERS]:
        next_turn(rows, match)
        return
    pool = ALL & ~(rows[match, IN_HAND] | rows[match, IN_HAND + 1])
    for seat in range(2):
        new = fallen(seeds, match, pool, HAND - size(rows[match, IN_HAND + seat]))
        pool ^= new
        rows[match, IN_HAND + seat] |= new
        rows[match, DEALT + seat] |= new
    rows[match, REDRAWS] += 1
    filled(rows, match, options, seeds)


# --- The turns


@inner
def next_turn(rows: Rows, match: int) -> None:
    """R9."""
    rows[match, PHASE] = TURNS
    rows[match, ACTIVE] = rows[match, STARTS] ^ (rows[match, TURN] & 1)
    rows[match, TURN] += 1


@inner
def removed(rows: Rows, match: int, seat: int, letter: int) -> int:
    """R13, R14, R19: a letter leaves a hand; the winner if the match is over, else -1."""
    rows[match, IN_HAND + seat] &= ~letter
    rows[match, LOST + seat] |= letter
    winner = -1
    if rows[match, IN_HAND + seat] == 0:
        winner = 1 - seat
    else:
        next_turn(rows, match)
    return winner


@kernel
def guessed(rows: Rows, match: int, letter: int) -> int:
    """R13, R14; the winner if the match is over, else -1."""
    seat = int(rows[match, ACTIVE])
    if rows[match, IN_HAND + 1 - seat] & letter:
        return removed(rows, match, 1 - seat, letter)
    rows[match, MISSED + seat] |= letter
    own = rows[match, IN_HAND + seat]
    if own & (own - 1) == 0:
        return removed(rows, match, seat, own)
    rows[match, PHASE] = LOSE
    return -1


@inner
def letter_at(words: Played, match: int, word: int, place: int) -> int:
    """A letter of a word that was played, from 1; 0 after its end."""
    late = place // HALF
    return int(words[match, word, SPELT + late]) >> FIVE * (place - HALF * late) & 31


@kernel
def answered(rows: Rows, words: Played, match: int, options: Ints, seat: int, kind: int) -> None:
    """R11; and R12, once both have chosen."""
    word = rows[match, COUNT] - 1
    words[match, word, ASKED_FOR + seat] = kind + 1
    if words[match, word, ASKED_FOR + 1 - seat] == 0:
        return
    for whose in range(2):
        theirs, seen, count = rows[match, IN_HAND + 1 - whose], 0, 0
        for place in range(LONGEST):
            letter = letter_at(words, match, word, place)
            if letter == 0:
                break
            mark = 1 << letter - 1
            if theirs & mark and (options[EACH] or not seen & mark):
                count += 1
            seen |= mark
        asked = words[match, word, ASKED_FOR + whose] - 1
        yes = count == 0 if asked == 0 else count == 1 if asked == 1 else count & 1 == 1 if asked == 2 else count > 0
        words[match, word, RESULTS + whose] = 1 if yes else -1
    next_turn(rows, match)


@kernel
def turned(rows: Rows, words: Played, match: int, action: int) -> int:
    """R9: a token of a turn; the winner if the match is over, else -1."""
    seat, phase = int(rows[match, ACTIVE]), rows[match, PHASE]
    if phase == TURNS:
        rows[match, PHASE] = WORD + action - SAY_WORD
    elif phase == GUESS:
        return guessed(rows, match, 1 << action - LETTER)
    elif phase == NAME:
        rows[match, PART + seat] |= 1 << action - LETTER
        theirs = rows[match, IN_HAND + 1 - seat]
        if size(rows[match, PART + seat]) == size(theirs):  # R15
            right = rows[match, PART + seat] == theirs
            rows[match, PART + seat] = 0
            return seat if right else 1 - seat
    elif action != END:
        spell(rows, match, SPELLED, rows[match, LENGTH], action - SPELL)
        rows[match, LENGTH] += 1
    else:  # R10
        word = rows[match, COUNT]
        for column in range(2):
            words[match, word, SPELT + column] = rows[match, SPELLED + column]
            words[match, word, ASKED_FOR + column] = words[match, word, RESULTS + column] = 0
            rows[match, SPELLED + column] = 0
        words[match, word, BY] = seat
        rows[match, COUNT] += 1
        rows[match, LENGTH], rows[match, PHASE] = 0, HINT
    return -1


@kernel
def together(rows: Rows, match: int, options: Ints, seeds: Seeds, actions: Actions) -> None:
    """R4, R8: a token of each seat's hold or pick."""
    for seat in range(2):
        if rows[match, WHOLE + seat]:
            continue
        action = int(actions[match, seat])
        held = rows[match, DEALT + seat] if options[OFFERS] else rows[match, IN_HAND + seat]
        if action == EVERY:
            rows[match, PART + seat] = held
        elif LETTER <= action < LETTER + LETTERS:
            rows[match, PART + seat] |= 1 << action - LETTER
        rows[match, WHOLE + seat] = action in (END, NONE, EVERY) or size(rows[match, PART + seat]) == HAND
    if rows[match, WHOLE] and rows[match, WHOLE + 1]:
        kept(rows, match, options, seeds)


# --- The matches of a batch


@kernel
def start(rows: Rows, words: Played, masks: Masks, options: Ints, which: Bools, seeds: Seeds) -> None:
    """Set-up of these matches (R2)."""
    for match in range(rows.shape[0]):
        if not which[match]:
            continue
        for column in range(WIDTH):
            rows[match, column] = 0
        rows[match, STARTS] = options[STARTER]
        if options[STARTER] < 0 and options[CHOOSER] < 0:
            rows[match, STARTS] = below(seeds, match, 2)
        if rows[match, STARTS] >= 0:
            hands(rows, match, options, seeds)
        offer(rows, words, masks, match, options)


@kernel
def step(rows: Rows, words: Played, masks: Masks, options: Ints, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools) -> None:
    """An action of each seat that owes one."""
    for match in range(rows.shape[0]):
        rewards[match, 0] = rewards[match, 1] = 0.0
        ended[match] = False
        phase, winner = rows[match, PHASE], -1
        if phase == OVER:
            continue
        seat = int(rows[match, ASKED])  # if one seat owes something
        action = int(actions[match, seat])
        if phase >= WORD or phase == TURNS:
            winner = turned(rows, words, match, action)
        elif phase == HINT:
            answered(rows, words, match, options, seat, action - KIND)
        elif phase == LOSE:
            letter = 1 << action - LETTER
            if rows[match, IN_HAND + seat] & letter:
                winner = removed(rows, match, seat, letter)
            else:
                rows[match, NOT_HELD + seat] |= letter
        elif phase == FIRST:
            rows[match, STARTS] = action - LETTER
            hands(rows, match, options, seeds)
        else:
            together(rows, match, options, seeds, actions)
        if winner >= 0:
            rows[match, PHASE] = OVER
            rewards[match, winner], rewards[match, 1 - winner] = 1.0, -1.0
            ended[match] = True
        offer(rows, words, masks, match, options)


# --- What is legal


@kernel
def offer(rows: Rows, words: Played, masks: Masks, match: int, options: Ints) -> None:
    """Write the masks of a match, and who owes an action."""
    phase, seat = rows[match, PHASE], int(rows[match, ACTIVE])
    masks[match, 0, 0] = masks[match, 1, 0] = 0
    if phase in (HOLD, PICK):
        for whose in range(2):
            if not rows[match, WHOLE + whose]:
                masks[match, whose, 0] = np.uint64(of_set(rows, match, whose, phase))
        return
    if phase == FIRST:
        seat = options[CHOOSER]
    elif phase == HINT and not words[match, rows[match, COUNT] - 1, ASKED_FOR + 1 - seat]:
        seat = 1 - seat
    rows[match, ASKED] = seat
    masks[match, seat, 0] = np.uint64(of_seat(rows, words, match, options, phase, seat))


@kernel
def of_seat(rows: Rows, words: Played, match: int, options: Ints, phase: int, seat: int) -> int:
    """The tokens of a seat that owes an action alone."""
    mask = 0
    if phase == WORD:
        mask = spelling(rows, words, match)
    elif phase == TURNS:
        mask = 1 << SAY_GUESS | 1 << SAY_HAND
        if rows[match, TURN] <= options[LIMIT]:  # R16
            mask |= 1 << SAY_WORD
    elif phase == GUESS:
        mask = ALL << LETTER
    elif phase == NAME:
        mask = (ALL & ~rows[match, PART + seat]) << LETTER
    elif phase == HINT:
        taken = words[match, rows[match, COUNT] - 1, ASKED_FOR + 1 - seat]
        mask = (options[KINDS] & ~(1 << taken >> 1)) << KIND
    elif phase == LOSE:
        held = rows[match, IN_HAND + seat]
        if options[SLIPS]:
            held = ALL & ~(rows[match, LOST] | rows[match, LOST + 1] | rows[match, NOT_HELD + seat])
        mask = held << LETTER
    elif phase == FIRST:
        mask = 3 << LETTER
    return mask


@inner
def of_set(rows: Rows, match: int, seat: int, phase: int) -> int:
    """The tokens that go on with a hold or a pick."""
    part = int(rows[match, PART + seat])
    held = int(rows[match, DEALT + seat]) if phase == PICK else int(rows[match, IN_HAND + seat])
    mask = (held & ~part) << LETTER
    if phase == HOLD:
        mask |= 1 << END if part else 1 << NONE | 1 << EVERY
    return mask


@kernel
def spelling(rows: Rows, words: Played, match: int) -> int:
    """The letters with which a word may go on, and its end: some word that was not played has to begin so (R10)."""
    length = int(rows[match, LENGTH])
    mask = ALL << SPELL if length < LONGEST else 0
    if length < SHORTEST - 1:
        return mask
    first, then = rows[match, SPELLED], rows[match, SPELLED_ON]
    one, other = 1 << FIVE * min(length, HALF), 1 << FIVE * max(0, length - HALF)
    same, played = 0, 0
    for word in range(rows[match, COUNT]):
        if words[match, word, SPELT] & (one - 1) != first or words[match, word, SPELT + 1] & (other - 1) != then:
            continue
        after = letter_at(words, match, word, length) if length < LONGEST else 0
        if after == 0:
            played = 1
        elif length >= LONGEST - 3:
            same += 1
    if length >= SHORTEST and not played:
        mask |= 1 << END
    if same and length < LONGEST:
        mask &= ~spent(rows, words, match, length, first, then)
    return mask


@kernel
def spent(rows: Rows, words: Played, match: int, length: int, first: int, then: int) -> int:
    """The letters after which every word has been played: at most three more would fit (R10)."""
    one, other = 1 << FIVE * min(length, HALF), 1 << FIVE * max(0, length - HALF)
    room, every = LONGEST - length - 1, 1
    for _ in range(room):
        every = every * LETTERS + 1
    mask = 0
    for letter in range(1, LETTERS + 1):
        count = 0
        for word in range(rows[match, COUNT]):
            same = words[match, word, SPELT] & (one - 1) == first and words[match, word, SPELT + 1] & (other - 1) == then
            count += same and letter_at(words, match, word, length) == letter
        if count == every:
            mask |= 1 << SPELL + letter - 1
    return mask


# --- What the seats of a batch see, over the rows of `batch.py`: the fields of the rule book as numbers, only those of the seat's own view


DECISIONS: Final = 6  # first, hold, pick, turn, hint, lose
KINDS_OF_HINT: Final = 4
MOST_WATCHERS: Final = 16
LATEST: Final = 16  # words
PER_WORD: Final = LETTERS + 1 + 2 * (KINDS_OF_HINT + 1)
FIXED: Final = 1 + DECISIONS + 2 + 3 + LONGEST + 7 + 4 * LETTERS + 6 * LETTERS


@inner
def side(whose: int, seat: int) -> int:
    """1 for the seat itself, -1 for the other one."""
    return 1 if whose == seat else -1


@inner
def letter_of(rows: Rows, match: int, column: int, place: int) -> int:
    """A letter of a packed word of the match, from 1; 0 after its end."""
    late = place // HALF
    return int(rows[match, column + late]) >> FIVE * (place - HALF * late) & 31


@inner
def write_set(mask: int, match: int, out: Observations, place: int) -> None:
    """A set of letters, a column each."""
    for letter in range(LETTERS):
        out[match, place + letter] = mask >> letter & 1


@kernel
def present(rows: Rows, match: int, seat: int, options: Ints, out: Observations) -> None:
    """The decision, the submission that the seat has begun, and the course of the match."""
    phase, both = rows[match, PHASE], rows[match, PHASE] in (HOLD, PICK)
    mine = rows[match, ASKED] == seat
    out[match, 0] = seat
    if phase != OVER:
        out[match, 1 + (phase if phase <= LOSE else TURNS)] = 1
        out[match, 1 + DECISIONS] = rows[match, WHOLE + seat] == 0 if both else mine
        out[match, 2 + DECISIONS] = both or not mine
    place = 3 + DECISIONS
    if mine and WORD <= phase <= NAME:
        out[match, place + phase - WORD] = 1
        if phase == WORD:
            for number in range(rows[match, LENGTH]):
                out[match, place + 3 + number] = letter_of(rows, match, SPELLED, number)
    place += 3 + LONGEST
    out[match, place] = (rows[match, TURN] + 1) // 2
    out[match, place + 1] = rows[match, TURN] <= options[LIMIT]
    out[match, place + 2] = rows[match, REDRAWS]
    if rows[match, STARTS] >= 0:
        out[match, place + 3] = side(rows[match, STARTS], seat)
    if rows[match, TURN] > 0 and phase != OVER:
        out[match, place + 4] = side(rows[match, ACTIVE], seat)
    out[match, place + 5] = size(rows[match, IN_HAND + seat])
    out[match, place + 6] = size(rows[match, IN_HAND + 1 - seat])


@kernel
def words_played(rows: Rows, words: Played, match: int, seat: int, out: Observations, place: int) -> None:
    """The latest words, the last one first."""
    for back in range(min(LATEST, rows[match, COUNT])):
        word = rows[match, COUNT] - 1 - back
        for number in range(LONGEST):
            letter = letter_at(words, match, word, number)
            if letter == 0:
                break
            out[match, place + letter - 1] += 1
        out[match, place + LETTERS] = side(words[match, word, BY], seat)
        at = place + LETTERS + 1
        for other in range(2):
            whose = seat ^ other
            if words[match, word, ASKED_FOR + whose]:
                out[match, at + words[match, word, ASKED_FOR + whose] - 1] = 1
            out[match, at + KINDS_OF_HINT] = words[match, word, RESULTS + whose]
            at += KINDS_OF_HINT + 1
        place += PER_WORD


@kernel
def observe(rows: Rows, words: Played, seat: int, options: Ints, out: Observations) -> None:
    """The observation of a seat."""
    for match in range(rows.shape[0]):
        for place in range(out.shape[1]):
            out[match, place] = 0
        present(rows, match, seat, options, out)
        place = FIXED - 10 * LETTERS
        for column in (PART, IN_HAND, DEALT, GIVEN_UP):
            write_set(rows[match, column + seat], match, out, place)
            place += LETTERS
        for column in (LOST, NOT_HELD, MISSED):
            write_set(rows[match, column + seat], match, out, place)
            write_set(rows[match, column + 1 - seat], match, out, place + LETTERS)
            place += 2 * LETTERS
        for number in range(MOST_WATCHERS):
            if options[SHOWN + seat] >> number & 1:
                out[match, place + number] = letter_of(rows, match, ONLOOKERS, number)
        words_played(rows, words, match, seat, out, place + MOST_WATCHERS)


# --- The rules of a batch


ENDLESS: Final = 100
"""Turns of each seat after which words end in a batch if `turn_limit` sets no limit: a batch has room for so many words."""

_SIDE: Final = "1 for the seat itself, -1 for the other, 0 for nobody"
_KINDS: Final = ", ".join(Kind)
_BOTH: Final = ("own", "other")
_FIXED: Final = (
    ("seat", 1, "0 for A, 1 for B"),
    ("decision", DECISIONS, "which is due: first, hold, pick, turn, hint, lose"),
    ("own.owes", 1, "whether the seat owes an action"),
    ("other.owes", 1, "whether the other seat owes a submission; both do until both holds or picks are finished"),
    ("own.begun", 3, "the turn that the seat has begun: word, guess, hand"),
    ("own.spelled", LONGEST, "the word that it spells: each letter as 1 to 26, then 0"),
    ("round", 1, "a number; 0 in the set-up"),
    ("words", 1, "whether words may be played in this turn"),
    ("redraws", 1, "a number"),
    ("starts", 1, f"who takes the first turn: {_SIDE}, and until it is known"),
    ("active", 1, f"whose turn it is: {_SIDE}"),
    *[(f"{whose}.cards", 1, "letters in the hand, a number") for whose in _BOTH],
    ("own.given", LETTERS, "the letters of the hold, pick or hand that the seat has begun, or that waits for the other seat's"),
    ("own.hand", LETTERS, "which letters are in it"),
    ("own.dealt", LETTERS, "every letter that was ever dealt or offered to the seat"),
    ("own.given_up", LETTERS, "those that it gave up in the last hold, or did not pick"),
    *[(f"{whose}.lost", LETTERS, "the letters that left the hand") for whose in _BOTH],
    *[(f"{whose}.not_held", LETTERS, "its slips (R14)") for whose in _BOTH],
    *[(f"{whose}.missed", LETTERS, "its wrong guesses") for whose in _BOTH],
    ("onlookers", MOST_WATCHERS, "the letter of each onlooker as 1 to 26; 0 if the seat does not see it"),
)
_WORD: Final = (
    ("letters", LETTERS, "how often each letter is in it"),
    ("by", 1, f"who played it: {_SIDE}"),
    ("own.kind", len(Kind), f"the hint that the seat took: {_KINDS}"),
    ("own.result", 1, "its result: 1 yes, -1 no, 0 none yet"),
    ("other.kind", len(Kind), "the same of the other seat"),
    ("other.result", 1, "the same of the other seat"),
)


def _layout() -> tuple[Column, ...]:
    """The latest words come last, the last one of them first."""
    words = [(f"word{number}.{name}", size, text) for number in range(1, LATEST + 1) for name, size, text in _WORD]
    return layout((*_FIXED, *words))


class LetterHuntVector(offered.MaskedRules):
    """The variant with its options bound, for many matches.

    Attributes:
        layout: as in `VectorRules`.
    """

    def __init__(self, rules: LetterHunt) -> None:
        terms = rules.terms
        if terms.by_letter:
            raise OptionError("batches name the whole hand at once; leave out last_chance", "last_chance")
        super().__init__(Vocabulary.of(encoding(rules).tokens, spelling=True).tokens)
        self.layout: Sequence[Column] = _layout()
        self._words = 2 * (terms.turn_limit or ENDLESS)
        self._options = _options(terms, self._words)

    def tables(self, size: int, /) -> Tables:
        """See `VectorRules`: the matches, their words, and the masks of both seats."""
        words = np.zeros((size, self._words, ENTRY), dtype=np.int64)
        return (np.zeros((size, WIDTH), dtype=np.int64), words, np.zeros((size, 2, 1), dtype=np.uint64))

    def start(self, tables: Tables, which: Bools, seeds: Seeds, /) -> None:
        """See `VectorRules`."""
        start(*_three(tables), self._options, which, seeds)

    def step(self, tables: Tables, actions: Actions, seeds: Seeds, rewards: Rewards, ended: Bools, /) -> None:
        """See `VectorRules`."""
        step(*_three(tables), self._options, actions, seeds, rewards, ended)

    def observe(self, tables: Tables, seat: int, out: Observations, /) -> None:
        """See `VectorRules`."""
        observe(tables[0], tables[1], seat, self._options, out)


def _three(tables: Tables) -> tuple[Rows, Played, offered.Words]:
    rows, words, masks = tables
    return rows, words, masks


def _options(terms: Terms, limit: int) -> Ints:
    """The options by the places of `batch`."""
    options = np.zeros(OPTIONS, dtype=np.int64)
    shown = {"public": (0, 1), "split": (0, 1), "hidden": ()}[terms.onlooker_letters]
    values = {
        STARTER: _seat(terms.starter),
        CHOOSER: _seat(terms.chooser),
        HOLDS: terms.holds,
        WATCHERS: terms.onlookers,
        KINDS: sum(1 << tuple(Kind).index(kind) for kind in terms.kinds),
        EACH: terms.each,
        LIMIT: limit,
        SLIPS: terms.slips,
        OFFERS: terms.offers,
    }
    for place, value in values.items():
        options[place] = value
    for seat in shown:
        others = terms.onlooker_letters == "split"
        options[SHOWN + seat] = sum(1 << one for one in range(terms.onlookers) if not others or one % 2 == seat)
    return options


def _seat(seat: Seat | None) -> int:
    return -1 if seat is None else SEATS.index(seat)


def vector(rules: LetterHunt) -> LetterHuntVector:
    """The capability `vector`."""
    return LetterHuntVector(rules)
