"""The words of a move, each with its place in the text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, NoReturn

from deathmatch.core.errors import Malformed, Rule
from deathmatch.core.options import lower
from deathmatch.core.speech import mark, say
from deathmatch.games.guidance_rite.values.grid import Grid
from deathmatch.games.guidance_rite.values.moves import R1
from deathmatch.games.guidance_rite.values.pieces import DIRECTIONS

_REPEATED: Final = 40  # characters of a text that an error repeats

_TOKEN: Final = re.compile(
    r"(?P<space>[a-z][0-9]{1,2}(?![0-9]))"
    r"|(?P<sign>->|>|-|(?:x|to)(?=[ \t,;:]*[a-z][0-9]))"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>[a-z]+|\+)",
    re.ASCII,
)
_GAP: Final = re.compile(r"[ \t,;:]+")
_NAMES: Final = {name.lower(): number for number, name in enumerate(DIRECTIONS)} | {str(number + 1): number for number in range(8)}


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

    def __init__(self, text: str, reason: str, rule: Rule, size: Grid, off: Rule = R1) -> None:
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
            assert matched.lastgroup is not None
            self._tokens.append(Token(matched.lastgroup, matched[0], at, joined))
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
