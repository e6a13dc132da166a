"""Reading moves and boards in every spelling that the book accepts. Writing is `values.text`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple, NoReturn

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import lower
from deathmatch.core.seats import Seat, certain
from deathmatch.core.speech import count, mark, say
from deathmatch.games.guidance_rite import values

# --- The words of a move, each with its place in the text


_REPEATED: Final = 40  # characters of a text that an error repeats

_TOKEN: Final = re.compile(
    r"(?P<space>[a-z][0-9]{1,2}(?![0-9]))"
    r"|(?P<sign>->|>|-|(?:x|to)(?=[ \t,;:]*[a-z][0-9]))"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>[a-z]+|\+)",
    re.ASCII,
)
_GAP: Final = re.compile(r"[ \t,;:]+")
_NAMES: Final = {name.lower(): number for number, name in enumerate(values.DIRECTIONS)} | {str(number + 1): number for number in range(8)}


class Token(NamedTuple):
    """A word, number, sign or space of the board.

    Attributes:
        kind: which of these: `space`, `sign`, `number`, `word`; `end` after the last.
        text: in lower case.
        at: where it stands in the text.
        joined: whether it touches the token before it.
    """

    kind: str
    text: str
    at: int
    joined: bool = False

    @property
    def direction(self) -> int | None:
        """R2: the direction that it names, if it names one."""
        return _NAMES.get(self.text)


class Tokens:
    """The tokens of a text, read one after another.

    Attributes:
        rule: what text that cannot be read cites.
        off: the rule that a space off the board breaks.
    """

    def __init__(self, text: str, reason: str, rule: Rule, size: values.Grid, off: Rule = values.R1) -> None:
        self.rule = rule
        self._reason, self._size, self._off = reason, size, off
        plain = lower(text)
        self._tokens: list[Token] = []
        at = 0
        while True:
            gap = _GAP.match(plain, at)
            joined = at > 0 and gap is None
            if gap is not None:
                at = gap.end()
            if at == len(plain):
                break
            matched = _TOKEN.match(plain, at)
            if matched is None:
                self.fail(Token("", plain[at:], at))
            self._tokens.append(Token(certain(matched.lastgroup), matched[0], at, joined))
            at = matched.end()
        self._end = Token("end", "", at)
        self._place = 0

    def __bool__(self) -> bool:
        return self._place < len(self._tokens)

    def peek(self, ahead: int = 0) -> Token:
        """A token that is still to be read."""
        place = self._place + ahead
        return self._tokens[place] if place < len(self._tokens) else self._end

    def kinds(self, count: int) -> list[str]:
        """The kinds of the next tokens."""
        return [self.peek(ahead).kind for ahead in range(count)]

    def rest(self) -> list[Token]:
        """All that is still to be read."""
        return self._tokens[self._place :]

    def next(self, *, joined: bool = False) -> Token:
        """The next token, which counts as read; raises Malformed if it touches the one before it and may not (`joined`)."""
        token = self.peek()
        if token.joined and not joined:
            raise Malformed(say("expected a space or a tab before {given}", given=token.text), self.rule, token.at)
        self._place += 1
        return token

    def skip(self, *words: str, joined: bool = False) -> bool:
        """Reads one of these words if it comes next; raises Malformed as `next` does."""
        if self.peek().text in words and self:
            self.next(joined=joined)
            return True
        return False

    def space(self, *, joined: bool = False) -> int:
        """A space of the board; raises Malformed."""
        token = self.next(joined=joined)
        if token.kind != "space":
            self.fail(token, mark("expected a space such as B2, not {given}"))
        return self.on(token)

    def on(self, token: Token) -> int:
        """The space that a token names; raises Malformed if the board has none such."""
        space = self._size.index.get(token.text.upper())
        if space is None:
            last = self._size.names[-1]
            text = mark("there is no space {given}; the board goes from A1 to {last}")
            raise Malformed(say(text, given=token.text.upper(), last=last), self._off, token.at)
        return space

    def direction(self) -> int:
        """A direction; raises Malformed."""
        token = self.next()
        way = token.direction
        if way is None:
            self.fail(token, mark("expected a direction such as NE, not {given}"))
        return way

    def end(self) -> None:
        """Raises Malformed if something is left."""
        if self:
            self.fail(self.peek(), mark("expected nothing more, not {given}"))

    def fail(self, token: Token, reason: str = "") -> NoReturn:
        """Refuse a token that is not the expected one. `reason` is marked (`core/speech.py`), and `{given}` stands for the token in it."""
        quoted = token.text.strip(" \t")
        words = quoted if 0 < len(quoted) <= _REPEATED else f"{quoted[:_REPEATED]}..." if quoted else say("nothing")
        raise Malformed(say(reason or self._reason, given=words), self.rule, token.at)


# --- Pieces and deals, by R3 and R8


_PIECE: Final = re.compile(r"(?:(?P<owner>[ab]):)?(?P<kind>[rclgmp])(?P<black>[1-8]*)(?:/(?P<grey>[1-8]+))?(?P<mark>\*)?", re.ASCII)
_WORD: Final = re.compile(r"[^ \t]+")


def read_piece(text: str, at: int, space: str) -> values.Piece | None:
    """R3: a piece, or None for `.`; `at` is the place of the text in a longer one, `space` the place of the piece. Raises Malformed."""
    if text == ".":
        return None
    short = text if len(text) <= _REPEATED else f"{text[:_REPEATED]}..."
    matched = _PIECE.fullmatch(lower(text))
    if matched is None:
        expected = mark("expected a piece on {space}, such as M137 or B:C5/3, or a point for none, not {given}")
        raise Malformed(_slipped(text, say(expected, space=space, given=short)), values.R3, at)
    black, grey = matched["black"], matched["grey"] or ""
    twice = next((digit for digit in black if (black + grey).count(digit) > 1), None) or next((d for d in grey if grey.count(d) > 1), None)
    if twice is not None:
        repeated = mark("{given} on {space} names a direction twice, {direction}; each has at most one arrow, black or grey")
        raise Malformed(say(repeated, given=short, space=space, direction=twice), values.R3, at)
    owner = None if matched["owner"] is None else Seat(matched["owner"].upper())
    return values.Piece(values.Kind(matched["kind"].upper()), _mask(black), _mask(grey), owner, matched["mark"] is not None)


def _slipped(text: str, reason: str) -> str:
    """A reason, with the fault of the first letter of a supposed piece, or of a digit."""
    plain = lower(text)
    kind = plain.partition(":")[2] or plain
    if not kind or kind[0] not in "rclgmp":
        return say("{reason}; the letter is R, C, L, G, M or P", reason=reason)
    strange = next((letter for letter in kind[1:] if letter in "09"), None)
    if strange is None:
        return reason
    return say("{reason}; directions are 1 to 8, and there is no {digit}", reason=reason, digit=strange)


def _mask(digits: str) -> int:
    return sum(1 << int(digit) - 1 for digit in digits)


def read_deal(text: str, size: values.Grid) -> values.Board:
    """R8; raises Malformed (R8, R3)."""
    words = [(matched[0], matched.start()) for matched in _WORD.finditer(text)]
    if not words or lower(words[0][0]) != "board":
        raise Malformed(say("expected board and then a piece or . for each space"), values.R8, words[0][1] if words else 0)
    spaces = [space for row in size.reading() for space in row]
    board: list[values.Piece | None] = [None] * len(size)
    done = last = 0  # spaces read, and how many of them there were at the last bar
    for word, at in words[1:]:
        row = size.rows - last // size.columns
        if word != "|":
            if done == len(size):
                expected = mark("expected {number} spaces, {rows} rows of {columns}; {given} is one more")
                raise Malformed(say(expected, number=len(size), rows=size.rows, columns=size.columns, given=word), values.R8, at)
            board[spaces[done]] = read_piece(word, at, size.names[spaces[done]])
            done += 1
        elif done == len(size):
            raise Malformed(say("expected nothing after the last row, row 1"), values.R8, at)
        elif done == last or done % size.columns:
            instead = say("nothing") if done == last else count("{number} space", "{number} spaces", done - last)
            expected = mark("expected {columns} spaces in row {row}, before a bar, not {spaces}")
            raise Malformed(say(expected, columns=size.columns, row=row, spaces=instead), values.R8, at)
        else:
            last = done
    if done < len(size):
        name = size.names[spaces[done]]
        expected = mark("expected {number} spaces, {rows} rows of {columns}; from {space} on there is nothing")
        raise Malformed(say(expected, number=len(size), rows=size.rows, columns=size.columns, space=name), values.R8, len(text))
    return tuple(board)


# --- Claims, placements, and who moves first (R10, R14, R19)


_ARROWS: Final = {"+": False, "plus": False, "x": True, "cross": True}


def read_claim(text: str, size: values.Grid) -> values.Claim:
    """R10; raises Malformed."""
    tokens = Tokens(text, mark("expected claim and two spaces, not {given}"), values.R10, size, off=values.R10)
    tokens.skip("claim")
    one = tokens.space()
    plus = tokens.skip("+", joined=True)
    if not plus:
        tokens.skip("and")
    other = tokens.space(joined=plus)
    tokens.end()
    return values.Claim((min(one, other), max(one, other)))


def read_place(text: str, size: values.Grid) -> values.Place:
    """R14; raises Malformed (R14, R1)."""
    tokens = Tokens(text, mark("expected place, a space, and + or x, not {given}"), values.R14, size)
    tokens.skip("place")
    space: int | None = None
    cross: bool | None = None
    for _ in range(2):
        token = tokens.next()
        if token.kind == "space" and space is None:
            space = tokens.on(token)
        elif token.text in _ARROWS and cross is None:
            cross = _ARROWS[token.text]
        else:
            tokens.fail(token)
    tokens.end()
    assert space is not None
    assert cross is not None
    return values.Place(space, cross)


def read_first(text: str, size: values.Grid, seat: Seat) -> values.First:
    """R19, as this seat says it; raises Malformed."""
    named = {"a": Seat.A, "b": Seat.B, "me": seat, "them": seat.other}
    tokens = Tokens(text, mark("expected first A or first B, me or them, not {given}"), values.R19, size)
    tokens.skip("first")
    token = tokens.next()
    if token.text not in named:
        tokens.fail(token)
    tokens.end()
    return values.First(named[token.text])


_POWERS: Final = {word: kind for kind in values.CHARACTERS for word in (kind.word, kind.word[0])}
_ITEMS: Final = {
    "honour": values.Item.HONOUR,
    "honor": values.Item.HONOUR,
    "poh": values.Item.HONOUR,
    "rotate": values.Item.ROTATE,
    "swap": values.Item.SWAP,
}
_ANGLES: Final = {str(45 * eighths): eighths for eighths in range(1, 8)}
_JOIN: Final = ("space", "sign")


def read_turn(text: str, size: values.Grid, board: values.Board, seat: Seat, *, items: bool) -> values.Turn:
    """R21; raises Malformed (R21, R22, R38, R1). `items` says whether the variant has them; the board tells whose a piece is."""
    return _Reader(text, size, board, seat, items).turn()


class _Reader:
    def __init__(self, text: str, size: values.Grid, board: values.Board, seat: Seat, items: bool) -> None:
        expected = mark("expected a movement such as B2-C3, perhaps with take, one power or one item; or pass, not {given}")
        self._tokens = Tokens(text, expected, values.R21, size)
        self._names, self._board, self._seat, self._items = size.names, board, seat, items
        self._spaces: tuple[int, int] | None = None
        self._power: values.Power | None = None
        self._item: values.Use | None = None
        self._guardian: tuple[int, Token] | None = None  # the space that a guardian's power names
        self._swaps = self._takes = self._passes = False

    def turn(self) -> values.Turn:
        tokens = self._tokens
        if not tokens:
            tokens.fail(tokens.peek())
        while tokens:
            self._part(tokens.peek())
        spent = self._power is not None or self._swaps
        if self._passes:
            if spent:
                raise Malformed(say("a power goes with a movement, not with a pass"), values.R22)
            if self._spaces is not None or self._takes:
                raise Malformed(say("a pass has no movement"), values.R21)
            return values.Turn(None, item=self._item)
        if self._spaces is None:
            raise Malformed(say("expected a movement such as B2-C3 too, or pass"), values.R21, tokens.peek().at)
        origin, end = self._spaces
        if self._guardian is not None and self._guardian[0] != end:
            name = self._names[self._guardian[0]]
            reason = say("a guardian's power is for the guardian on which the movement ends, not for {space}", space=name)
            raise Malformed(reason, values.R38, self._guardian[1].at)
        power = values.Power(values.Kind.GUARDIAN, end) if self._swaps else self._power
        return values.Turn(values.Movement(origin, end, self._takes), power, self._item)

    def _part(self, token: Token) -> None:
        """One part of a turn."""
        tokens = self._tokens
        if token.kind == "space" and self._spaces is None:
            self._spaces = (tokens.space(), self._end())
        elif token.text == "pass" and not self._passes:
            self._passes = bool(tokens.next())
        elif token.text == "take" and not self._takes:
            self._takes = bool(tokens.next())
        elif token.text == values.Item.SWAP and not (self._items and self._is_item()):
            self._only_power(token)
            tokens.next()
            self._swaps = True
        elif token.text in _ITEMS and self._items:
            self._use(tokens.next())
        elif token.text in _POWERS:
            self._only_power(token)
            tokens.next()
            self._spend(_POWERS[token.text])
        else:
            tokens.fail(token)

    def _end(self) -> int:
        """Where a movement ends; its spaces and a sign between them may touch, but not the word `to`."""
        tokens, joined = self._tokens, True
        if (token := tokens.peek()).kind == "sign":
            joined = token.text != "to"
            tokens.next(joined=joined)
        return tokens.space(joined=joined)

    def _only_power(self, token: Token) -> None:
        if self._power is not None or self._swaps:
            self._tokens.fail(token, mark("expected one power at most, not {given}"))

    # --- Powers

    def _spend(self, kind: values.Kind) -> None:
        tokens = self._tokens
        if kind is values.Kind.GUARDIAN:
            self._swaps = True
            if self._names_guardian():
                token = tokens.peek()
                self._guardian = (tokens.space(), token)
            return
        aimed = kind in (values.Kind.LIZARD, values.Kind.MONSTER)
        early = tokens.direction() if aimed and self._direction_next() else None
        source = tokens.space()
        aims: tuple[values.Aim, ...] = ()
        if kind is values.Kind.LIZARD:
            aims = ((source, tokens.direction() if early is None else early),)
        elif kind is values.Kind.MONSTER:
            aims = (self._with_space(tokens.direction) if early is None else (tokens.space(), early),)
        elif kind is values.Kind.CROW:
            aims = self._crow()
        self._power = values.Power(kind, source, aims)

    def _direction_next(self) -> bool:
        return self._tokens.peek().direction is not None

    def _names_guardian(self) -> bool:
        """Whether the space after `guardian` is the guardian's, and not the beginning of a movement."""
        first, second, third = self._tokens.kinds(3)
        if first != "space" or second == "sign":
            return False
        return self._spaces is not None or second != "space" or third in _JOIN

    def _crow(self) -> tuple[values.Aim, ...]:
        """The grey arrows that a crow's power is to turn, in rising order; each direction stands with its piece, after it or before it."""
        tokens = self._tokens
        aims: list[values.Aim] = []
        if self._direction_next():
            while self._direction_next():
                ways = self._directions()
                target = tokens.space()
                aims += [(target, way) for way in ways]
        else:
            while tokens.peek().kind == "space" and tokens.peek(1).direction is not None:
                target = tokens.space()
                aims += [(target, way) for way in self._directions()]
        return tuple(sorted(aims))

    def _directions(self) -> list[int]:
        directions = []
        while self._direction_next():
            directions.append(self._tokens.direction())
        return directions

    # --- Items

    def _is_item(self) -> bool:
        """Whether `swap` is the item: it names two pieces then, and a movement or a pass stands elsewhere."""
        if self._tokens.kinds(3)[1:] != ["space", "space"]:
            return False
        later = self._tokens.rest()[3:]
        return self._spaces is not None or self._passes or any(token.kind == "space" or token.text == "pass" for token in later)

    def _use(self, token: Token) -> None:
        tokens, item = self._tokens, _ITEMS[token.text]
        if self._item is not None:
            tokens.fail(token, mark("expected one item at most, not {given}"))
        if item is values.Item.HONOUR:
            named = [self._with_space(tokens.direction), self._with_space(tokens.direction)]
            own = [(piece := self._board[space]) is not None and piece.owner is self._seat for space, _ in named]
            if own == [False, True]:
                named.reverse()
            self._item = values.Use(item, tuple([space for space, _ in named]), tuple([way for _, way in named]))
        elif item is values.Item.ROTATE:
            space, angle = self._with_space(self._angle)
            self._item = values.Use(item, (space,), (angle,))
        else:
            self._item = values.Use(item, tuple(sorted((tokens.space(), tokens.space()))))

    def _with_space(self, read: Callable[[], int]) -> tuple[int, int]:
        """A space, and a direction or an angle that stands after it or before it."""
        early = read() if self._direction_next() or self._tokens.peek().kind == "number" else None
        space = self._tokens.space()
        return space, read() if early is None else early

    def _angle(self) -> int:
        token = self._tokens.next()
        if token.text not in _ANGLES:
            self._tokens.fail(token, mark("expected an angle: 45, 90, 135, 180, 225, 270 or 315, not {given}"))
        return _ANGLES[token.text]
