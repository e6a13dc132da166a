"""What the seats of a batch see, over the rows of `batch.py`: the fields of the rule book as numbers, only those of the seat's own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deathmatch.games.letter_hunt.values import LONGEST
from deathmatch.solve.kernel import inner, kernel
from deathmatch_frameworks.games.letter_hunt.batch import (
    ACTIVE,
    ASKED,
    ASKED_FOR,
    BY,
    COUNT,
    DEALT,
    FIVE,
    GIVEN_UP,
    HALF,
    HOLD,
    IN_HAND,
    LENGTH,
    LETTERS,
    LIMIT,
    LOSE,
    LOST,
    MISSED,
    NAME,
    NOT_HELD,
    ONLOOKERS,
    OVER,
    PART,
    PHASE,
    PICK,
    REDRAWS,
    RESULTS,
    SHOWN,
    SPELLED,
    STARTS,
    TURN,
    TURNS,
    WHOLE,
    WORD,
    Ints,
    Played,
    Rows,
    letter_at,
    size,
)

if TYPE_CHECKING:
    from deathmatch_frameworks.vectoring import Observations

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
