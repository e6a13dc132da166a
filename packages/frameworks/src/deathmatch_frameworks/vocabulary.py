"""Moves as sequences of whole numbers: each token of a composition (`Decision.compose`) has an id.

A token keeps its id at every step of every decision of a variant with the same options. Two kinds of tokens belong to no
choice:

- `END`, id 0, ends a move that could go on, and a free word;
- a free word is spelled: `~a` to `~z`, after all tokens of the game, in a variant that has free words.

A move is finished as soon as nothing more can follow, so a move without `END` is the rule. With a word list, free words are those of the
list alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Any, Final

from deathmatch.core.errors import Malformed
from deathmatch.core.game import Decision, FreeWord, Step
from deathmatch.core.words import WordList

END: Final = "."
SPELLED: Final = tuple(f"~{letter}" for letter in ascii_lowercase)

Ids = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """What the ids so far say.

    Attributes:
        prefix: the tokens of the composition.
        word: the letters of a free word that is being spelled.
        ended: whether `END` came after them.
    """

    prefix: tuple[str, ...]
    word: str
    ended: bool


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The tokens of a variant by their ids.

    Attributes:
        tokens: by id.
        ids: the id of each token.
        words: the list that a free word must be in; None if it may be any letters.
    """

    tokens: tuple[str, ...]
    ids: dict[str, int] = field(compare=False, repr=False)
    words: WordList | None = field(default=None, compare=False)

    @classmethod
    def of(cls, tokens: tuple[str, ...], *, spelling: bool, words: WordList | None = None) -> Vocabulary:
        """The vocabulary of a game's own tokens; `spelling` if it has free words, which are those of the list if there is one."""
        every = (END, *tokens, *(SPELLED if spelling else ()))
        ids = {token: number for number, token in enumerate(every)}
        assert len(ids) == len(every), "a token stands twice"
        return Vocabulary(every, ids, words)

    def __len__(self) -> int:
        return len(self.tokens)

    def legal(self, decision: Decision[Any], given: Ids) -> Ids:
        """The ids that may come next, ascending; none once the move is finished. Every one leads to a legal move.

        Args:
            decision: of a seat.
            given: the ids so far; every one was legal.
        """
        read = self._read(given)
        if read.ended:
            return ()
        if read.word:
            return self._spelling(decision, read.prefix, read.word, _free(decision.compose(read.prefix)))
        step = decision.compose(read.prefix)
        found = {self.ids[choice.token] for choice in step.choices}
        if step.number is not None:
            found.update(self.ids[str(number)] for number in range(step.number.low, step.number.high + 1))
        if _free(step) is not None:
            found.update(self._spelling(decision, read.prefix, "", _free(step)))
        elif step.word is not None and self.words is not None and not self._leads(decision, (*read.prefix, step.word.lead), "", step.word):
            found.discard(self.ids[step.word.lead])  # all words of a short list have been played
        if step.whole is not None and found:
            found.add(self.ids[END])
        return tuple(sorted(found))

    def finished(self, decision: Decision[Any], given: Ids) -> Any | None:
        """The move that these ids are; None while more must follow."""
        read = self._read(given)
        if read.word:
            return None
        step = decision.compose(read.prefix)
        if step.whole is None or not (read.ended or not (step.choices or step.number or _free(step))):
            return None
        return decision.read(step.whole)

    def read(self, given: Ids) -> str:
        """The ids as text, for people: tokens with spaces between them."""
        return " ".join(self.tokens[number] for number in given)

    def _read(self, given: Ids) -> _Read:
        prefix: list[str] = []
        word, ended = "", False
        for number in given:
            token = self.tokens[number]
            if token == END and word:
                prefix.append(word)
                word = ""
            elif token == END:
                ended = True
            elif token[0] == SPELLED[0][0]:
                word += token[1]
            else:
                prefix.append(token)
        return _Read(tuple(prefix), word, ended)

    def _spelling(self, decision: Decision[Any], prefix: tuple[str, ...], word: str, free: FreeWord | None) -> Ids:
        """The letters with which a free word may go on, and the end of it."""
        assert free is not None
        found = [self.ids[END]] if self._says(decision, prefix, word, free) else []
        if len(word) < free.high:
            found += [self.ids[f"~{letter}"] for letter in ascii_lowercase if self._leads(decision, prefix, word + letter, free)]
        return tuple(found)

    def _says(self, decision: Decision[Any], prefix: tuple[str, ...], word: str, free: FreeWord) -> bool:
        """Whether a word is one that may come next."""
        return (self.words is None or word.upper() in self.words) and _allowed(decision, prefix, word, free)

    def _leads(self, decision: Decision[Any], prefix: tuple[str, ...], word: str, free: FreeWord) -> bool:
        """Whether some word that may come next begins with these letters.

        Without a list, a word that is shorter than `low` always has too many to be all refused.
        """
        if self.words is not None:
            return any(_allowed(decision, prefix, found.lower(), free) for found in self.words.beginning(word.upper()))
        if len(word) < free.low or _allowed(decision, prefix, word, free):
            return True
        return len(word) < free.high and any(self._leads(decision, prefix, word + letter, free) for letter in ascii_lowercase)


def _free(step: Step) -> FreeWord | None:
    """The free word that may come next, unless a choice stands for it."""
    return None if step.word is None or any(choice.token == step.word.lead for choice in step.choices) else step.word


def _allowed(decision: Decision[Any], prefix: tuple[str, ...], word: str, free: FreeWord) -> bool:
    """Whether the rules allow a word next."""
    if not free.low <= len(word) <= free.high:
        return False
    if free.refused is not None:
        return word not in free.refused
    try:
        decision.compose((*prefix, word))
    except Malformed:
        return False
    return True
