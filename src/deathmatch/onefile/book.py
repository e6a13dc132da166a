"""The rule book of a game in one file: its docstring, with the tables and sections that follow from the declarations (rules/README.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deathmatch.core.game import Variant
from deathmatch.onefile.declaring import CHANCE, Game, Question

_ENTRY = re.compile(r"([RQ][1-9][0-9]*) (?:\(([^)]*)\) )?(.*)")


@dataclass(frozen=True)
class Text:
    """The docstring of a file: its title, what the game is, and its rules (`R2`) and rulings (`Q1`), each as a line of the book."""

    title: str
    about: str
    entries: Mapping[str, str]

    @classmethod
    def of(cls, docstring: str) -> Text:
        """From the docstring."""
        title, _, rest = docstring.strip().partition("\n")
        entries, last = {"": ""}, ""
        for line in map(str.strip, rest.splitlines()):
            entry = _ENTRY.fullmatch(line)
            if entry is not None:
                last = entry[1]
            named = "" if entry is None else f"- **{last}{f' ({entry[2]})' if entry[2] else ''}** "
            entries[last] = f"{entries.get(last, '')} {named}{line if entry is None else entry[3]}".strip()
        return cls(title.strip("# ."), entries.pop(""), entries)


def book(text: Text, games: Sequence[tuple[type[Game], Variant]], deals: Sequence[str]) -> str:
    """The whole book, in Markdown."""
    declared = games[0][0]
    options = {option.key: option for _, variant in games for option in variant.options}
    reasons = {key: words for _, variant in games for key, words in variant.reasons.items()}
    asking = [f"R{one.rule}" for one in declared.QUESTIONS.values()]
    closed = [item for item in declared.ITEMS.values() if item.closed]
    known = [f"`{item.name}` is known {'to its own seat alone' if item.seats else 'to nobody'}." for item in closed]
    known += [f"An answer to `{one.name}` is known to its own seat alone." for one in declared.QUESTIONS.values() if one.hidden]
    fields = [f"`{item.name}`{f' ({item.words})' if item.words else ''}" for item in declared.ITEMS.values()]
    sections = {
        "The game": [text.about, "", f"Variant: {', '.join(f'`{variant.name}`' for _, variant in games)}."],
        "Options": ["| key | values | default | meaning |", "| --- | --- | --- | --- |"]
        + [f"| `{one.key}` | {one.kind} | {one.default} | {one.words} |" for one in options.values()],
        "Set-up": ["- **R1 (submitting)** A seat submits the answer that it owes, once. Anything else is refused."],
        "Decisions": [text.entries[key] for key in dict.fromkeys(asking) if key in text.entries]
        + ["", "| decision | time | a time-out |", "| --- | --- | --- |"]
        + [f"| `{one.name}` | `{one.clock}`, then `bank` | {_late(one)} |" for one in declared.QUESTIONS.values()]
        + (["", f"Deals: {', '.join(f'`{name}`' for name in deals)}."] if deals else []),
        "Resolution": [line for key, line in text.entries.items() if key[0] == "R" and key not in asking],
        "End of match": [f"- `{key}`: {words.format(winner='the winner', loser='the loser')}" for key, words in reasons.items()],
        "Information": [
            " ".join((*known, "Everything else is public, but for an answer that waits sealed. After the end everything is open."))
        ],
        "State": [
            f"Public: {', '.join(fields) or 'nothing else'}; null stands for anything hidden.",
            f"Private: {', '.join(f'`{item.private}`' for item in closed if item.seats) or 'nothing else'}.",
        ],
        "Rulings": [line for key, line in text.entries.items() if key[0] == "Q"],
    }
    return f"# {text.title}\n" + "".join(f"\n## {head}\n\n" + "\n".join(lines) + "\n" for head, lines in sections.items())


def _late(question: Question) -> str:
    if question.late is CHANCE:
        return "chance answers, `deal late`"
    return f"counts as {question.late!r}" if question.late else "counts as no answer"
