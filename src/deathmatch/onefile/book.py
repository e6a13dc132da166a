"""The rule book of a game in one file: its docstring, with the tables and sections that follow from the declarations (rules/README.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from deathmatch.core.game import Variant
from deathmatch.core.options import Option
from deathmatch.onefile.declaring import CHANCE, Game, Item

_ENTRY = re.compile(r"([RQ])([1-9][0-9]*) (?:\(([^)]*)\) )?(.*)")

SUBMITTING = "- **R1 (submitting)** A seat submits what it owes, once. Anything else is refused."


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
        about: list[str] = []
        entries: dict[str, str] = {}
        last = ""
        for line in map(str.strip, rest.splitlines()):
            entry = _ENTRY.fullmatch(line)
            if entry is not None:
                last = entry[1] + entry[2]
                entries[last] = f"- **{last}{f' ({entry[3]})' if entry[3] else ''}** {entry[4]}"
            elif last and line:
                entries[last] += f" {line}"
            elif not last:
                about.append(line)
        return cls(title.strip("# ."), "\n".join(about).strip(), entries)


def book(text: Text, games: Sequence[tuple[type[Game], Variant]], deals: Sequence[str]) -> str:
    """The whole book, in Markdown."""
    declared = games[0][0]
    options = {option.key: option for _, variant in games for option in variant.options}
    asking = {f"R{one.rule}" for one in declared.QUESTIONS.values()}
    rules = {key: line for key, line in text.entries.items() if key[0] == "R"}
    variants = "Variants" if len(games) > 1 else "Variant"
    sections = {
        "The game": [text.about, f"{variants}: {', '.join(f'`{variant.name}`' for _, variant in games)}."],
        "Options": _options(tuple(options.values())),
        "Set-up": [SUBMITTING],
        "Decisions": [*(line for key, line in rules.items() if key in asking), "", *_decisions(declared, deals)],
        "Resolution": [line for key, line in rules.items() if key not in asking],
        "End of match": [f"`{key}`: {words.format(winner='the winner', loser='the loser')}" for key, words in _reasons(games).items()],
        "Information": [_information(declared)],
        "State": _state(declared),
        "Rulings": [line for key, line in text.entries.items() if key[0] == "Q"] or ["None."],
    }
    return f"# {text.title}\n" + "".join(f"\n## {head}\n\n" + "\n".join(lines) + "\n" for head, lines in sections.items())


def _options(options: Sequence[Option]) -> list[str]:
    rows = [f"| `{one.key}` | {one.kind} | {one.default} | {one.words} |" for one in options]
    return ["| key | values | default | meaning |", "| --- | --- | --- | --- |", *rows]


def _decisions(declared: type[Game], deals: Sequence[str]) -> list[str]:
    rows = []
    for one in declared.QUESTIONS.values():
        late = (
            "chance answers: `deal late`"
            if one.late is CHANCE
            else f"counts as the answer {one.late!r}"
            if one.late
            else "counts as no answer"
        )
        rows.append(f"| `{one.name}` | `{one.clock}`, then `bank` | {late} |")
    dealt = ["", f"Chance deals {', '.join(f'`{name}`' for name in deals)}."] if deals else []
    return ["| decision | time | a time-out |", "| --- | --- | --- |", *rows, *dealt]


def _reasons(games: Sequence[tuple[type[Game], Variant]]) -> dict[str, str]:
    return {key: words for _, variant in games for key, words in variant.reasons.items()}


def _information(declared: type[Game]) -> str:
    told = [f"`{item.name}` is known {'to its own seat alone' if item.seats else 'to nobody'}." for item in _secret(declared)]
    shown = [f"An answer to `{one.name}` is told to nobody." for one in declared.QUESTIONS.values() if one.secret]
    begins = ["Everything is public, but for an answer that waits sealed."] if not told + shown else []
    return " ".join([*begins, *told, *shown, "After the end everything is open."])


def _secret(declared: type[Game]) -> list[Item]:
    return [item for item in declared.ITEMS.values() if item.secret]


def _state(declared: type[Game]) -> list[str]:
    fields = ", ".join(f"`{item.name}`{f' ({item.words})' if item.words else ''}" for item in declared.ITEMS.values()) or "nothing else"
    own = ", ".join(f"`own_{item.name}`" for item in _secret(declared) if item.seats) or "nothing else"
    return [f"Public: {fields}; null stands for what is hidden. Private: {own}."]
