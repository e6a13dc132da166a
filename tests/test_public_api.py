"""The public API: the list of its names, their docstrings, the cost of importing it. Everything else may change in any version."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import deathmatch
from deathmatch import authoring

LIBRARY = """
HOST PUBLIC SEATS TIMEOUT Ask Beat Bot BotError Budget BySeat Chance Choice Deal Deals DeathmatchError
Decision Element Entry Event EventError Eye Game Generator Header HostLine Illegal LateError Malformed Match MatchHistory MatchReview
MatrixSolution Moment Move Onlooker Option OptionError Over Pending Player Playthrough PluginError Position RandomSource Record
RecordError Refusal Rule RulingError Scene Seat Seen State Step UnfinishedError UnknownLexiconError UnknownNameError
UnreadableLexiconError Variant View WantedRuling __version__ counted_budget game_of history_of
list_bots list_variants load_bot load_game load_generator look new_match parse_record play_match random_source read_record render_gif
render_png render_svg replay_record review_record solve_matrix write_record
"""
"""All of `deathmatch`. A name is added on purpose, with a line in CHANGELOG.md, and taken away only in a new major version."""

AUTHORING = """
DMO PUBLIC SEATS TIMEOUT Advisor Aid AidedGame Ask Beat BetterMove Bot Bots BoutsGame Budget BySeat CautiousDecision Chance
Chart Choice Clock ClosedGame Deals Decision DecisionBase Element ExplainingDecision Eye Fields FreeWord GameRules Generator
Illegal ItemsGame Json Lexicon ListedDecision Malformed MatchHistory MixedStrategyBot Moment Name Number Onlooker Option
OptionError Over Pending PickDecision RandomBot RandomSource Refusal Remark ResourceUser Resources Review Rule Scene ScoredGame
Seat Showcase SimpleGame SolutionUser Step TellingDecision Timeout Value Values Variant Verdict Wanted Warmable WholeNumber Word
WordList Written also_at asked_seat cached_by_language called capital count either listed mark name number one one_of_each owned pick
resignation rules_of say sequence shapes switch time_bank time_limit voiced
"""
"""All of `deathmatch.authoring`."""

LIBRARY_NAMES = LIBRARY.split()
AUTHORING_NAMES = AUTHORING.split()

HEAVY = {"PIL", "jinja2", "litestar", "msgspec", "numba", "numpy", "resvg_py", "rich", "typer", "uvicorn", "websockets"}
SAFE = {"counted_budget", "random_source", "list_variants", "list_bots", "game_of", "look", "replay_record"}
"""Functions that raise nothing of their own."""

SECTIONS = re.compile(r"^ *(Args|Returns|Raises):", re.MULTILINE)
HOMES = sorted({*deathmatch._homes().values(), "deathmatch.core.options"})
MODULES = {name: import_module(home) for name, home in deathmatch._homes().items()}


def home(name: str) -> ModuleType:
    return MODULES.get(name, authoring)


def attribute_docs(module: ModuleType) -> dict[str, str]:
    """The strings that stand below the assignments of a module: the docstrings of constants and aliases."""
    body = ast.parse(inspect.getsource(module)).body
    docs = {}
    for statement, after in pairwise(body):
        target = statement.targets[0] if isinstance(statement, ast.Assign) else getattr(statement, "target", None)
        if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docs[target.id] = str(after.value.value)
    return docs


def members(kind: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties that a class of ours defines."""
    for base in kind.__mro__:
        if base.__module__.startswith("deathmatch."):
            for name, member in vars(base).items():
                if not name.startswith("_") and (callable(member) or isinstance(member, property | classmethod | staticmethod)):
                    yield f"{base.__name__}.{name}", getattr(member, "__func__", member)


def functions() -> Iterator[tuple[str, Any]]:
    """Everything public that is called: functions, and the methods of the classes that the library adds."""
    for name in LIBRARY_NAMES:
        value = getattr(deathmatch, name)
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value) and value.__module__.startswith("deathmatch.library"):
            yield from ((label, member) for label, member in members(value) if inspect.isfunction(member))


@pytest.mark.parametrize(("module", "names"), [(deathmatch, LIBRARY_NAMES), (authoring, AUTHORING_NAMES)])
def test_the_list_is_whole_and_sorted_and_every_name_is_there(module: ModuleType, names: list[str]) -> None:
    listed = {name for name in dir(module) if name[0] != "_" and name != "annotations"} | ({"__version__"} & set(names))
    assert sorted(listed, key=lambda name: (not name.isupper(), not name[0].isupper(), name)) == names
    for name in names:
        assert getattr(module, name) is not None


def test_the_import_is_cheap() -> None:
    """Modules are counted, because a clock would measure how busy the machine is. On Python 3.11 there are 30."""
    code = "import sys; before = set(sys.modules); import deathmatch; print(*set(sys.modules) - before)"
    loaded = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert {name.partition(".")[0] for name in loaded} - sys.stdlib_module_names == {"deathmatch"}
    assert {name for name in loaded if name.startswith("deathmatch")} == {"deathmatch"}
    assert len(loaded) <= 45


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no public name 'solve_everything'"):
        _ = deathmatch.solve_everything
    assert dir(deathmatch) == sorted(LIBRARY_NAMES)


def test_every_public_name_has_a_docstring() -> None:
    below = {name for module in map(import_module, HOMES) for name in attribute_docs(module)}
    for name in sorted({*LIBRARY_NAMES, *AUTHORING_NAMES} - {"__version__"}):
        value = getattr(deathmatch if name in LIBRARY_NAMES else authoring, name)
        if inspect.isclass(value) or inspect.isfunction(inspect.unwrap(value)):
            assert value.__module__.startswith("deathmatch."), name
            assert not (value.__doc__ or "").startswith(f"{name}("), "the docstring that a dataclass makes of its fields"
            for label, member in [(name, value), *(members(value) if inspect.isclass(value) else ())]:
                assert member.__doc__, f"{label} has no docstring"
        else:
            assert value.__doc__ if inspect.ismodule(value) else name in below, f"{name} has no string below it"


@pytest.mark.parametrize(("name", "function"), [pytest.param(*pair, id=pair[0]) for pair in functions()])
def test_a_function_says_what_goes_in_and_what_comes_out(name: str, function: Any) -> None:
    doc = inspect.getdoc(function) or ""
    sections = set(SECTIONS.findall(doc))
    parameters = [one for one in inspect.signature(function).parameters.values() if one.name not in ("self", "cls")]
    assert ("Args" in sections) == bool(parameters), name
    for one in parameters:
        assert re.search(rf"^ +{one.name}: \S", doc, re.MULTILINE), f"{name} does not describe {one.name}"
    assert ("Returns" in sections) == (inspect.signature(function).return_annotation != "None"), name
    if "." not in name:
        assert ("Raises" in sections) == (name not in SAFE), name


@pytest.mark.parametrize("module", sorted({home for home in deathmatch._homes().values() if ".library." in home}))
def test_examples_in_docstrings_run(module: str) -> None:
    assert doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS).failed == 0


def test_a_typed_package_says_so() -> None:
    assert (Path(deathmatch.__path__[0]) / "py.typed").is_file()
