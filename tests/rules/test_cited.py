"""Every rule that code or a test cites exists in its book."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

from deathmatch.core.errors import Rule
from deathmatch.games import GAMES
from tests.rules.examples import RULES

_DEFINED = re.compile(r"^(?:- \*\*|\*\*|### )R(\d+)\b", re.MULTILINE)
SOME = 4  # rules that a book's examples show refusing something
_CITED = re.compile(r"\bR(\d+)\b")


def defined(game: str) -> set[int]:
    """The numbers of the rules that a book states."""
    return {int(number) for number in _DEFINED.findall((RULES / f"{game}.md").read_text(encoding="utf-8"))}


def constants(game: str) -> dict[str, Rule]:
    """The rules that the code of a game has by name, to cite them in errors."""
    package = import_module(GAMES[game])
    rules: dict[str, Rule] = {}
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        rules |= {name: value for name, value in vars(import_module(module.name)).items() if isinstance(value, Rule)}
    return rules


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_a_book_are_numbered_without_a_gap(game: str) -> None:
    numbers = defined(game)
    assert numbers == set(range(1, max(numbers) + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_game_cites_is_in_its_book(game: str) -> None:
    package = import_module(GAMES[game])
    assert package.__file__ is not None
    folder = Path(package.__file__).parent
    cited = {int(number) for file in folder.rglob("*.py") for number in _CITED.findall(file.read_text(encoding="utf-8"))}
    assert cited
    assert cited <= defined(game)


@pytest.mark.parametrize("game", GAMES)
def test_constants_of_rules_are_what_their_names_say(game: str) -> None:
    rules = constants(game)
    assert rules
    assert all(rule == Rule(game, int(name.removeprefix("R"))) for name, rule in rules.items())


@pytest.mark.parametrize("game", GAMES)
def test_some_rules_refuse_something_in_the_examples(game: str) -> None:
    """Five of the rules that the code can cite in an error, or all of them if there are fewer."""
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    refused = {int(number) for line in re.findall(r"^#[!X] .*$", text, re.MULTILINE) for number in _CITED.findall(line)}
    assert refused <= defined(game)
    assert len(refused) >= min(SOME, len(constants(game))), f"the examples of {game} refuse only {sorted(refused)}"
